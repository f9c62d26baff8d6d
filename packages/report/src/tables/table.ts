import { markdownTable } from 'markdown-table';

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
