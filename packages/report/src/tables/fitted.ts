/** A terminal's columns where they are not known. */
export const COLUMNS = 80;

/** As many of the items as fit into a line, and how many more there are; one that is too long alone has several lines. */
export function fitted(head: string, items: readonly string[], separator: string): string[] {
  const fits = (line: string) => line.length <= COLUMNS;
  const all = head + items.join(separator);
  if (fits(all)) return [all];
  for (let count = items.length - 1; count > 0; count--) {
    const line = `${head}${items.slice(0, count).join(separator)}${separator}and ${items.length - count} more`;
    if (fits(line)) return [line];
  }
  return wrapped(all);
}

/** Lines of whole words; each after the first is indented. A word that is longer than a line is not cut. */
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
