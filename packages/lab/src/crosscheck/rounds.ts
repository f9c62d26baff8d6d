import { compareThese, type PairComparison } from '@cpu-bound/stats/compare-pairs';
import { blockOrders } from '@cpu-bound/study/plan/order';
import { OURS } from './ours.ts';
import { type Reading, ToolFailed } from './tool.ts';

/** Reads a load once, by a tool or by ours. */
export type Reader = { readonly id: string; readonly read: () => Promise<Reading> };

export type Quantity = 'perSecond' | 'p50' | 'p99';

/** What each reader said, by round. */
export type Readings = ReadonlyMap<string, ReadonlyMap<number, Reading>>;

/** Why a reader failed, by its id; what it had read until then is not shown. */
export type ReaderFailures = Readonly<Record<string, string>>;

/**
 * The same load by each reader in turn, round after round, in a seeded order that is another in each.
 *
 * @throws what ours throws; another reader that fails is not asked again
 */
export async function readInRounds(
  readers: readonly Reader[],
  rounds: number,
  seed: string,
  onRead: (round: number, id: string, reading: Reading) => void,
): Promise<{ readonly readings: Readings; readonly failed: ReaderFailures }> {
  const readings = new Map(readers.map(({ id }) => [id, new Map<number, Reading>()]));
  const failed: Record<string, string> = {};
  const orders = blockOrders(
    readers.map(({ id }) => id),
    rounds,
    seed,
  );
  for (const [index, order] of orders.entries()) {
    for (const id of order.filter((name) => failed[name] === undefined)) {
      try {
        const reading = await readers.find((one) => one.id === id)?.read();
        if (!reading) continue;
        readings.get(id)?.set(index + 1, reading);
        onRead(index + 1, id, reading);
      } catch (error) {
        if (id === OURS || !(error instanceof ToolFailed)) throw error;
        failed[id] = error.message;
        readings.delete(id);
      }
    }
  }
  return { readings, failed };
}

/** Of each reader ÷ ours, over their common rounds, all at once with 95 %; those without the quantity are left out. */
export function besideOurs(readings: Readings, quantity: Quantity, margin: number): PairComparison[] {
  const arms = [...readings].flatMap(([id, byRound]) => {
    const values = [...byRound].flatMap(([round, reading]) => {
      const value = reading[quantity];
      return value === undefined || value <= 0 ? [] : [[round, value] as const];
    });
    return values.length === 0 ? [] : [{ id, values: new Map(values) }];
  });
  const ours = arms.find(({ id }) => id === OURS);
  if (!ours) return [];
  return compareThese(
    arms.filter((arm) => arm !== ours).map((arm) => [arm, ours] as const),
    { margin, higherIsBetter: quantity === 'perSecond' },
  );
}
