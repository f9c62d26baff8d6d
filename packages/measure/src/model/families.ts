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
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]));
  const headOf = (member: T): T => {
    const above = member.peerOf === undefined ? undefined : byId.get(member.peerOf);
    return above ? headOf(above) : member;
  };
  const main = contestants.filter((contestant) => headOf(contestant) === contestant);
  const families = main
    .map((head) => ({
      main: head,
      members: [head, ...contestants.filter((member) => member !== head && headOf(member) === head)],
    }))
    .filter(({ members }) => members.length > 1);
  return { main, families };
}
