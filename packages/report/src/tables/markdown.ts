import { markdownTable } from 'markdown-table';

export const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}.`).join('\n');

/** Texts of which some may be absent: an empty one, `false` or `undefined`. */
export type Texts = readonly (string | false | undefined)[];

export const present = (texts: Texts): string[] => texts.flatMap((text) => text || []);

/** Joins the texts that are present, as paragraphs by default. */
export const joined = (texts: Texts, separator = '\n\n'): string => present(texts).join(separator);

/** Folds parts below a title. GitHub requires an empty line on both sides of Markdown within HTML. */
export const folded = (title: string, parts: readonly string[]): string =>
  `<details>\n<summary>${title}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;

/** `a, b and c` */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Writes a Markdown table with its first column left-aligned, and the others right-aligned for numbers by default. */
export const table = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  others: 'l' | 'r' = 'r',
): string =>
  markdownTable(
    [header, ...rows].map((row) => row.map(escapeCell)),
    {
      align: header.map((_, index) => (index === 0 ? 'l' : others)),
    },
  );

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
