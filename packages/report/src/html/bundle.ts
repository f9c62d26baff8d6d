import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The script and the style of a page, as embedded in it. */
export type Bundle = { readonly script: string; readonly style: string };

/** The paths are written out in full, because the package for npx has the scripts without types. */
const SOURCES = ['./browser/page.ts', './style/page.css'];

let made: Bundle | undefined;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the page's script and style once per process. They are minified, so they contain no path of this machine, and
 * the same sources give the same bytes.
 */
export function bundle(): Bundle {
  if (made) return made;
  const { outputFiles } = buildSync({
    entryPoints: SOURCES.map(file),
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
  made = { script: fileWith('.js'), style: fileWith('.css') };
  return made;
}
