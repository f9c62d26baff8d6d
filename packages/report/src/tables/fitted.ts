/** The columns of a terminal that does not report them. */
export const COLUMNS = 80;

/**
 * Fits a list into one line of 80 columns at most: as many of its items as possible, with the number of the others. A
 * single item that is too long has several lines, and a list without items has none.
 */
export function shortenedList(
  head: string,
  items: readonly string[],
  separator: string,
  columns = COLUMNS,
): string[] {
  if (items.length === 0) return [];
  const most = Math.min(columns, COLUMNS);
  const fits = (line: string) => line.length <= most;
  const all = head + items.join(separator);
  if (fits(all)) return [all];
  for (let count = items.length - 1; count > 0; count--) {
    const line = `${head}${items.slice(0, count).join(separator)}${separator}and ${items.length - count} more`;
    if (fits(line)) return [line];
  }
  return wrapped(all, most);
}

/** Fits a list into exactly one line, and cuts its first item if even that is too long. */
export function inOneLine(head: string, items: readonly string[]): string[] {
  const [first = '', ...others] = items;
  const lines = shortenedList(head, items, '; ');
  if (lines.length < 2) return lines;
  const more = `…${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  return [`${wrapped(`${head}${first}`, COLUMNS - more.length)[0]}${more}`];
}

/**
 * Breaks text into lines between words, and leaves nothing out. Lines after the first are indented. A word that is
 * longer than a line is not cut.
 */
export function wrapped(text: string, columns = COLUMNS, indent = 0): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(`${' '.repeat(indent)}${word}`);
  }
  return lines;
}
