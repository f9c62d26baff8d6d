import { markdownTable } from 'markdown-table';

/** A Markdown table; the first column left, the others right, as numbers want it. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  markdownTable(
    [header, ...rows].map((row) => row.map(escapeCell)),
    {
      align: header.map((_, index) => (index === 0 ? 'l' : 'r')),
    },
  );

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
