import GithubSlugger from 'github-slugger';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { Code, Heading, Html, Image, Link, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

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
