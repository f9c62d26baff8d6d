import type { ReaderCase } from '../../size/case.ts';

/** The state of a reader's page. The address holds it, so that a link or a reload restores it. */
export type State = {
  readonly rate: number | undefined;
  readonly p99: number | undefined;
  /** The weights by need; a need without a weight has 0, or is missing. */
  readonly weights: Readonly<Record<string, number>>;
  /** The ids of the parts that are open. */
  readonly open: readonly string[];
};

const positive = (text: string | null): number | undefined => {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && value > 0 ? value : undefined;
};

/**
 * Reads `#rate=40&p99=100&throughput=3&open=weights` as a state, and leaves out unknown needs.
 *
 * @param example the load if the address has none
 */
export function readState(hash: string, needs: readonly string[], example?: ReaderCase): State {
  const given = new URLSearchParams(hash.slice(1));
  const weights = needs.flatMap((id): [string, number][] => {
    const weight = positive(given.get(id));
    return weight === undefined ? [] : [[id, weight]];
  });
  const isGiven = given.has('rate') || given.has('p99');
  return {
    rate: isGiven ? positive(given.get('rate')) : example?.rate,
    p99: isGiven ? positive(given.get('p99')) : example?.p99,
    weights: Object.fromEntries(weights),
    open: given.getAll('open'),
  };
}

/** Writes the address of a state; empty for the example without weights and opened parts. */
export function hashOf({ rate, p99, weights, open }: State, example?: ReaderCase): string {
  const given = new URLSearchParams();
  const isExample = rate === example?.rate && p99 === example?.p99;
  if (!isExample && rate !== undefined) given.set('rate', String(rate));
  if (!isExample && p99 !== undefined) given.set('p99', String(p99));
  for (const [id, weight] of Object.entries(weights)) if (weight > 0) given.set(id, String(weight));
  for (const id of open) given.append('open', id);
  const text = given.toString();
  return text === '' ? '' : `#${text}`;
}
