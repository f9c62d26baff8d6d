import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { Image, Link, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

/** Draws an image, from its file as Markdown names it, and its description. */
export type Draw = (file: string, alt: string) => Element | undefined;

/**
 * Converts Markdown to a tree of HTML. It drops HTML inside it, and turns a link outside the web into its text, because
 * parts of the text come from a user's workload. An element that is wider than the screen scrolls by itself.
 */
export function markdown(text: string, draw: Draw = () => undefined): ElementContent[] {
  const tree = toHast(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }), {
    handlers: {
      table: (state: State, node: Table) =>
        h(
          'div.scroll',
          { role: 'group', tabIndex: 0, ariaLabel: 'Table' },
          withoutEmptyHeads(defaultHandlers.table(state, node)),
        ),
      code: (state, node) =>
        h(
          'div.scroll',
          { role: 'group', tabIndex: 0, ariaLabel: 'Command' },
          defaultHandlers.code(state, node),
        ),
      link: (state: State, node: Link) =>
        node.url.startsWith('https://') ? defaultHandlers.link(state, node) : h('span', state.all(node)),
      image: (_state: State, node: Image) => draw(node.url, node.alt ?? ''),
    },
  });
  return tree.type === 'root' ? tree.children.filter((child) => child.type !== 'doctype') : [];
}

/** Removes the head of a column if it is empty, because it describes nothing. */
function withoutEmptyHeads(element: Element): Element {
  const children = element.children.map((child) =>
    child.type === 'element' ? withoutEmptyHeads(child) : child,
  );
  const isEmpty = element.tagName === 'th' && children.length === 0;
  return { ...element, ...(isEmpty && { tagName: 'td' }), children };
}

/** Converts a sentence or two of Markdown for use inside a paragraph. */
export const inline = (text: string): ElementContent[] =>
  markdown(text).flatMap((block) =>
    block.type === 'element' && block.tagName === 'p' ? block.children : [block],
  );
