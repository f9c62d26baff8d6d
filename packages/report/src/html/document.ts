import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';

/** The parts that the script folds, and the controls that need it. */
const WITHOUT_SCRIPT = '.more{display:block!important}';

/** The page of a running study reloads at this interval. */
const REFRESH_SECONDS = 20;

/** Builds the complete document: it loads nothing, and runs no script except its own. */
export function document(title: string, main: readonly Element[], data: object, isRunning = false): string {
  const { script, style } = bundle();
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)} ${hash(WITHOUT_SCRIPT)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const tree: Root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang: 'en' }, [
        h('head', [
          h('meta', { charSet: 'utf-8' }),
          h('meta', { httpEquiv: 'content-security-policy', content: policy }),
          h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
          h('meta', { name: 'color-scheme', content: 'light dark' }),
          ...(isRunning ? [h('meta', { httpEquiv: 'refresh', content: String(REFRESH_SECONDS) })] : []),
          h('link', { rel: ['icon'], href: 'data:,' }),
          h('title', title),
          h('style', style),
          h('noscript', h('style', WITHOUT_SCRIPT)),
        ]),
        h('body', [
          h('main', [...main]),
          h('script#data', { type: 'application/json' }, json(data)),
          h('script', script),
        ]),
      ]),
    ],
  };
  return `${toHtml(tree, { quoteSmart: true })}\n`;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The text of a script element must not contain the mark of its end. */
const json = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

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
