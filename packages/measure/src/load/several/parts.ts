/** The number of generators of a load (default: one). */
export type Several = { readonly generators?: number };

export type Part = { readonly part: number; readonly of: number };

export const partsOf = ({ generators = 1 }: Several): Part[] =>
  Array.from({ length: generators }, (_, part) => ({ part, of: generators }));

/** Divides a number of connections. The parts differ by at most one. */
export const shareOf = (total: number, { part, of }: Part): number =>
  Math.floor(total / of) + (part < total % of ? 1 : 0);

/** Deals an item to each generator in turn: together they send the load that one generator would send. */
export const isDealtTo = (index: number, { part, of }: Part): boolean => index % of === part;
