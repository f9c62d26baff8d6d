import assert from 'node:assert/strict';
import { type Place, withContestant } from './contestant.ts';
import { ask, startLoad } from './load.ts';
import { it } from './sentence.ts';
import { isSoak } from './soak.ts';
import { until } from './until.ts';

const MAX_PENDING = 8;
/** Each client sends its next request at once. Two processes have a quarter of these places. */
const CLIENTS = 64;
/** The test ends when it has this many right answers and this many refusals. */
const ANSWERS = isSoak ? 2_000 : 300;

/** Tests that a service gives right answers during an overload, refuses the rest, and recovers. */
export function survivesOverload(folder: Place): void {
  it('answers-under-overload', () =>
    withContestant(folder, { MAX_PENDING: String(MAX_PENDING), LOG_LEVEL: 'silent' }, async ({ origin }) => {
      const load = startLoad(origin, CLIENTS);
      const counted = () => {
        const right = load.exchanges.filter((exchange) => exchange.right).length;
        const refused = load.exchanges.filter(({ outcome }) => outcome === 503).length;
        return { right, refused };
      };
      try {
        await until(
          () => Math.min(...Object.values(counted())) >= ANSWERS,
          () => `it gave ${JSON.stringify(counted())} answers`,
        );
      } finally {
        await load.stop();
      }
      const { right, refused } = counted();
      assert.equal(right + refused, load.exchanges.length, 'every request is answered rightly or refused');
      for (let client = 0; client < CLIENTS; client++)
        assert.equal((await ask(`${origin}/primes?upTo=10`)).outcome, 200);
    }));
}
