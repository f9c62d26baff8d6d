const COLUMNS = 100;

/** As many of the items as fit into a line, and how many more there are; one that is too long is cut. */
export function fitted(head: string, items: readonly string[], separator: string): string {
  const whole = head + items.join(separator);
  if (whole.length <= COLUMNS) return whole;
  for (let kept = items.length - 1; kept > 0; kept--) {
    const line = `${head}${items.slice(0, kept).join(separator)}${separator}and ${items.length - kept} more`;
    if (line.length <= COLUMNS) return line;
  }
  return `${whole.slice(0, COLUMNS - 1)}…`;
}

/** Lines of whole words. */
export const wrapped = (text: string): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${COLUMNS - 2}}\\S(?= |$)`, 'g')) ?? [];
