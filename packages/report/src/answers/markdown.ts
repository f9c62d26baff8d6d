import type { AnswerRow } from '@cpu-bound/study/model';
import { joined } from '../tables/sentences.ts';
import { table } from '../tables/table.ts';
import { type Depth, rowWords, toldRows } from './row-words.ts';

const HEADS = ['you need', 'take', 'shown by', 'price'];

/** Writes the answer rows as a table of Markdown, and a line for each state in which a row says nothing. */
export function rowsTable(rows: readonly AnswerRow[], depth: Depth): string {
  const { told, lines } = toldRows(rows);
  const cells = told.map((row) => {
    const { need, take, shown, price } = rowWords(row, depth, (id) => `**${id}**`);
    return [need, take, shown.join('; '), price.join('; ')].map(unbroken);
  });
  return joined([cells.length > 0 && table(HEADS, cells, 'l'), ...lines]);
}

/** Keeps a number beside the name before it and the unit behind it. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<=[≤≥]) | (?=[≤≥]? ?\d)|(?<=\d) (?=ms|MiB)/g, '\u00a0');
