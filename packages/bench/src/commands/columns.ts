import { wrapped } from '@cpu-bound/report/tables/terminal';

/**
 * Aligns rows: each cell but the last is as wide as the widest one of its column.
 *
 * @param width the most columns of a line; a longer last cell continues in the next line
 */
export function columns(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string[] {
  const widths =
    rows[0]?.slice(0, -1).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const indent = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  return rows.flatMap((row) => {
    const first = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0) + GAP);
    const [line = '', ...others] = wrapped(row.at(-1) ?? '', width - indent);
    return [(first.join('') + line).trimEnd(), ...others.map((text) => ' '.repeat(indent) + text)];
  });
}

const GAP = '  ';
