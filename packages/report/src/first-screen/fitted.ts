/** A terminal's columns where they are not known. */
export const COLUMNS = 80;

/** As many of the items as fit into a line, and how many more there are; one that is too long alone has several lines. */
export function fitted(head: string, items: readonly string[], separator: string): string[] {
  const fits = (line: string) => line.length <= COLUMNS;
  const whole = head + items.join(separator);
  if (fits(whole)) return [whole];
  for (let kept = items.length - 1; kept > 0; kept--) {
    const line = `${head}${items.slice(0, kept).join(separator)}${separator}and ${items.length - kept} more`;
    if (fits(line)) return [line];
  }
  return wrapped(whole);
}

/** Lines of whole words; each after the first is indented. A word that is longer than a line is not cut. */
export const wrapped = (text: string, columns = COLUMNS, indent = 0): string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined) return [word];
    const longer = `${last} ${word}`;
    return longer.length <= columns
      ? [...lines.slice(0, -1), longer]
      : [...lines, `${' '.repeat(indent)}${word}`];
  }, []);
