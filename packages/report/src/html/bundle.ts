import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The page's script and its style, as they stand in the page. */
export type Bundle = { readonly script: string; readonly style: string };

/** A page is a script and its style. The paths stand here as a whole: the package for npx has the scripts without types. */
const SOURCES = {
  page: ['./browser/page.ts', './style/page.css'],
  machines: ['./browser/machines.ts', './style/machines.css'],
} as const;
export type PageName = keyof typeof SOURCES;

const made = new Map<PageName, Bundle>();

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Built once for a process. Minified: so no path of this machine is in it, and the same sources give the same bytes. */
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
  const of = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? '';
  const bundled = { script: of('.js'), style: of('.css') };
  made.set(name, bundled);
  return bundled;
}
