import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The page's script and its style, as they stand in the page. */
export type Bundle = { readonly script: string; readonly style: string };

let made: Bundle | undefined;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Built once for a process. Minified: so no path of this machine is in it, and the same sources give the same bytes. */
export function bundle(): Bundle {
  if (made) return made;
  const { outputFiles } = buildSync({
    entryPoints: [file('./browser/page.ts'), file('./style/page.css')],
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
  made = { script: of('.js'), style: of('.css') };
  return made;
}
