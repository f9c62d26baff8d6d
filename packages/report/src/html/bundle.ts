import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The script and the style of a page, as embedded in it. */
export type Bundle = { readonly script: string; readonly style: string };

/**
 * Each page has a script and a style. The paths are written out in full, because the package for npx has the scripts
 * without types.
 */
const SOURCES = {
  page: ['./browser/page.ts', './style/page.css'],
  machines: ['./browser/machines.ts', './style/machines.css'],
} as const;
export type PageName = keyof typeof SOURCES;

const made = new Map<PageName, Bundle>();

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds a page's script and style once per process. They are minified, so they contain no path of this machine, and
 * the same sources give the same bytes.
 */
export function bundle(name: PageName): Bundle {
  const before = made.get(name);
  if (before) return before;
  const { outputFiles } = buildSync({
    entryPoints: SOURCES[name].map(file),
    outdir: file('.'),
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const fileWith = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  const bundled = { script: fileWith('.js'), style: fileWith('.css') };
  made.set(name, bundled);
  return bundled;
}
