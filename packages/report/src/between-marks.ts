const BEGIN = '<!-- generated from a run: begin -->';
const END = '<!-- generated from a run: end -->';

/** A page with what was generated between its marks; what is around them is kept. Undefined where it has none. */
export function between(page: string, generated: string): string | undefined {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return undefined;
  return `${page.slice(0, from)}${BEGIN}\n\n${generated}\n\n${page.slice(to)}`;
}
