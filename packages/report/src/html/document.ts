import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { Code, Heading, Html, Image, Link, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

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

/** Draws an image, from its file as Markdown names it, and its description. */
export type Draw = (file: string, alt: string) => Element | undefined;

/**
 * Converts Markdown to a tree of HTML. Of the HTML inside it, it keeps what a report has: `<details>` and `<picture>`. It
 * drops any other, and turns a link outside the web and the page into its text, because parts of the text come from a
 * user's workload. An element that is wider than the screen scrolls by itself.
 */
export function markdown(text: string, draw: Draw = () => undefined): ElementContent[] {
  const slugs = new GithubSlugger();
  const tree = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), {
    handlers: {
      heading(state: State, node: Heading) {
        const heading = defaultHandlers.heading(state, node);
        return { ...heading, properties: { id: slugs.slug(textOf(heading)) } };
      },
      table: (state: State, node: Table) =>
        scrolling('Table', withoutEmptyHeads(defaultHandlers.table(state, node))),
      code: (state: State, node: Code) => scrolling('Command', defaultHandlers.code(state, node)),
      link: (state: State, node: Link) =>
        /^(?:https:\/\/|#)/.test(node.url) ? defaultHandlers.link(state, node) : h('span', state.all(node)),
      image: (_state: State, node: Image) => draw(node.url, node.alt ?? ''),
      html: (_state: State, { value }: Html) => marked(value, draw),
    },
  });
  return tree.type === 'root'
    ? nested(
        tree.children.filter((child) => child.type !== 'doctype'),
        slugs,
      )
    : [];
}

const scrolling = (ariaLabel: string, element: Element): Element =>
  h('div.scroll', { role: 'group', tabIndex: 0, ariaLabel }, element);

/** The text of a tree without its markup. */
export const textOf = (node: ElementContent): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

/** Removes the head of a column if it is empty, because it describes nothing. */
function withoutEmptyHeads(element: Element): Element {
  const children = element.children.map((child) =>
    child.type === 'element' ? withoutEmptyHeads(child) : child,
  );
  const isEmpty = element.tagName === 'th' && children.length === 0;
  return { ...element, tagName: isEmpty ? 'td' : element.tagName, children };
}

/** Marks where a part begins and ends, and draws a picture; other HTML is dropped. */
function marked(value: string, draw: Draw): Element | undefined {
  const [, title] = /^<details>\s*<summary>(.*)<\/summary>$/s.exec(value) ?? [];
  if (title !== undefined) return h('summary', title);
  if (value === '</details>') return h('details');
  const [, file] = /^<picture>.*<img src="([^"]*)"/s.exec(value) ?? [];
  return file === undefined ? undefined : draw(file, '');
}

/** Puts what follows a summary into its part, up to the end of that. */
function nested(nodes: readonly ElementContent[], slugs: GithubSlugger): ElementContent[] {
  const open: ElementContent[][] = [[]];
  const add = (node: ElementContent) => open.at(-1)?.push(node);
  for (const node of nodes)
    if (node.type === 'element' && node.tagName === 'summary') open.push([node]);
    else if (node.type === 'element' && node.tagName === 'details' && open.length > 1) {
      const [summary = node, ...content] = open.pop() ?? [];
      add(h('details', { id: slugs.slug(textOf(summary)) }, [summary, h('div.prose', content)]));
    } else add(node);
  return open.flat();
}
