import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOOKS } from '@cpu-bound/stats/looks';
import { seededRandom } from '@cpu-bound/stats/random';
import { metricOver } from '../../src/analyse/measures.ts';
import { atLook, byIntervals, type IntervalOf } from '../../src/decide/need.ts';
import type { Metric } from '../../src/model/analysis.ts';

const condition = { input: {}, setting: {} };
/** Milliseconds without service in this number of rounds, the same for all contestants except for chance. */
function outage(contestant: string, rounds: number, seed = ''): Metric {
  const random = seededRandom(`${contestant}/${seed}`);
  const values = Array.from({ length: 60 }, () => 500 + 40 * random.normal()).slice(0, rounds);
  const [metric] = metricOver(
    { contestant, metric: 'outage', condition },
    new Map(values.map((value, round) => [round, value])),
  );
  return metric ?? assert.fail();
}
const looked = (figure: IntervalOf): IntervalOf => atLook(figure) ?? assert.fail('it is before a look');
const bounds = ({ estimate, low, high }: IntervalOf) => [estimate, low, high];

describe('a figure that is compared by its interval', () => {
  it('uses the newest look: ten rounds until there are twenty, then twenty until forty', () => {
    for (const [rounds, look] of [
      [13, 10],
      [19, 10],
      [39, 20],
      [60, 40],
    ] as const)
      assert.deepEqual(bounds(looked(outage('a', rounds))), bounds(looked(outage('a', look))), `${rounds}`);
  });

  it('is not judged before the first look, is unchanged at it, and is wider at later looks', () => {
    for (const rounds of [1, 6, 9]) assert.equal(atLook(outage('a', rounds)), undefined);
    assert.deepEqual(atLook(outage('a', 10)), outage('a', 10));
    const [held, { low, high }] = [outage('a', 20), looked(outage('a', 20))];
    assert.ok(low < held.low && high > held.high && (high - low) / (held.high - held.low) < 1.2);
  });

  it('keeps an open end open', () => {
    const held = { ...outage('a', 20), high: Number.POSITIVE_INFINITY };
    assert.deepEqual(atLook(held), held);
  });

  it('shows a difference between equal contestants in at most 5 % of studies with three looks', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const studies = Array.from({ length: 300 }, (_, index) =>
      LOOKS.some(({ rounds }) => {
        const relate = byIntervals(ids.map((id) => outage(id, rounds, `${index}`)));
        return ids.some((one) => ids.some((other) => other !== one && relate(one, other) === 'better'));
      }),
    );
    const different = studies.filter((one) => one).length;
    // With exactly 5 %, more than 24 of 300 have a chance of 1 in 100.
    assert.ok(different <= 24 && different > 0, `${different} of 300`);
  });
});
