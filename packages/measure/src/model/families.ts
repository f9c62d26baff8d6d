/** The fields of a contestant that decide its family. */
type Member = { readonly id: string; readonly peerOf?: string };

/** A main contestant, and its alternatives in a run; the main one comes first. */
export type Family<T extends Member = Member> = { readonly main: T; readonly members: readonly T[] };

/**
 * Sorts the contestants of a run into families: its main contestants, and under each its peers. A peer whose main
 * contestant did not take part becomes a main one.
 */
export function familiesOf<T extends Member>(
  contestants: readonly T[],
): { readonly main: readonly T[]; readonly families: readonly Family<T>[] } {
  const byId = new Map(contestants.map((one) => [one.id, one]));
  const headOf = (one: T): T => {
    const above = one.peerOf === undefined ? undefined : byId.get(one.peerOf);
    return above ? headOf(above) : one;
  };
  const main = contestants.filter((one) => headOf(one) === one);
  const families = main
    .map((head) => ({
      main: head,
      members: [head, ...contestants.filter((one) => one !== head && headOf(one) === head)],
    }))
    .filter(({ members }) => members.length > 1);
  return { main, families };
}
