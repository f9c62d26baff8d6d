import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { config } from '@cpu-bound/study/test/config';
import fc from 'fast-check';
import { leftOutOf, planOf } from '../src/plan.ts';
import type { WindowSpec } from '../src/question.ts';

const contestants = ['single', 'cluster', 'threads', 'queue'].map(contestant);
const given = config({ contestants });

/** Windows of some contestants, with changes that some have in common. */
const windows = fc
  .array(
    fc.record({
      who: fc.subarray(contestants),
      workers: fc.integer({ min: 1, max: 3 }),
      start: fc.constantFrom('one', 'other'),
    }),
    { maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(
      ({ who, workers, start }, index): WindowSpec => ({
        id: `window-${index}`,
        seconds: 1,
        leadInSeconds: 0,
        load: { connections: 10 + index },
        changes: { workers },
        start,
        contestants: who,
      }),
    ),
  );

/** `window-0 single`, for each window and each contestant that has it. */
const wanted = (specs: readonly WindowSpec[]) =>
  specs.flatMap((spec) =>
    (spec.contestants ?? []).map(({ id }) => `${'id' in spec ? spec.id : spec.window.id} ${id}`),
  );

describe('the plan of a question that is data', () => {
  for (const place of ['each', 'together'] as const)
    it(`has every window once for each of its contestants, with its changes: ${place}`, () => {
      fc.assert(
        fc.property(windows, (specs) => {
          const { starts = [] } = planOf({ place, windows: () => specs }, given);
          const measured = starts.flatMap(({ contestant: who, windows: own, changes }) =>
            own.flatMap(({ id, condition }) => {
              assert.equal(condition.setting.workers, changes?.workers);
              return [who].flat().map((one) => `${id} ${one}`);
            }),
          );
          assert.deepEqual(measured.toSorted(), wanted(specs).toSorted());
          const names = starts.map(({ name, contestant: who, changes }) =>
            JSON.stringify([name, who, changes]),
          );
          assert.equal(new Set(names).size, names.length, 'windows that can share a start share it');
        }),
      );
    });

  it('has the condition of a window from its load, its changes and its setting', () => {
    const spec: WindowSpec = {
      id: 'a',
      seconds: 1,
      leadInSeconds: 0,
      load: { load: 0.3, of: 'core', changes: { policy: 'in-turn' } },
      setting: { pendingPerWorker: 4 },
    };
    const { sitting = [] } = planOf({ place: 'sitting', windows: () => [spec] }, given);
    assert.deepEqual(
      sitting.map(({ window }) => window.condition),
      [{ input: given.headline, setting: { load: 0.3, of: 'core', pendingPerWorker: 4 } }],
    );
    assert.deepEqual(
      sitting.map(({ contestants: who }) => who),
      [undefined],
    );
  });

  it('leaves out the contestants that cannot take part, unless the question is left out', () => {
    const who = { can: ({ id }: { readonly id: string }) => id !== 'single', otherwise: 'it has none' };
    const question = { place: 'each' as const, who, windows: () => [] };
    assert.deepEqual(leftOutOf(question, given), [{ contestant: 'single', reason: 'it has none' }]);
    const whole = [{ reason: 'this machine has one core' }];
    assert.deepEqual(leftOutOf({ ...question, leftOut: () => whole }, given), whole);
  });
});
