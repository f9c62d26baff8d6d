import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Config } from '../../src/config/config.ts';
import { profiles } from '../../src/config/profiles.ts';
import type { Cell, Trial } from '../../src/model.ts';
import { expectedSeconds, plan } from '../../src/plan/plan.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { config, contestant } from '../fixtures/config.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 });
const rounds = fc.integer({ min: 1, max: 6 });

/** Any set of contestants, numbers of rounds and seed. */
const configs = fc.record({ ids, headline: rounds, other: rounds, seed: fc.string() }).map(
  ({ ids: names, headline, other, seed }): Config =>
    config({
      contestants: names.map(contestant),
      baseline: names[0] ?? '',
      profile: { ...profiles.quick, rounds: { headline, other } },
      seed,
    }),
);

const planned = (given: Config) => plan(given, scenarios);
const cellsOf = (trials: readonly Trial[]) => trials.filter((trial): trial is Cell => trial.kind === 'cell');
const idsOf = (trials: readonly Trial[]) => trials.map(({ id }) => id);

describe('a plan', () => {
  it('has every contestant once in every round of every scenario', () => {
    fc.assert(
      fc.property(configs, (given) => {
        const cells = cellsOf(planned(given)).filter(({ twin }) => !twin);
        const blocks = Map.groupBy(cells, ({ scenario, round }) => `${scenario}/${round}`);
        for (const [block, members] of blocks) {
          assert.deepEqual(
            members.map((cell) => cell.contestant).toSorted(),
            given.contestants.map(({ id }) => id).toSorted(),
            block,
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has the rounds of the profile, in order, and no trial twice', () => {
    fc.assert(
      fc.property(configs, (given) => {
        const trials = planned(given);
        const inOrder = trials.map(({ round }) => round);
        assert.deepEqual(
          inOrder,
          inOrder.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(idsOf(trials)).size, trials.length);
        const { headline, other } = given.profile.rounds;
        const counts = new Set(
          Map.groupBy(trials, ({ scenario }) => scenario)
            .values()
            .map((block) => Math.max(...block.map(({ round }) => round))),
        );
        assert.deepEqual(counts.difference(new Set([headline, other])), new Set());
      }),
      { numRuns: 40 },
    );
  });

  it('times the kernel and runs the twin of the baseline once in every round of capacity', () => {
    fc.assert(
      fc.property(configs, (given) => {
        const trials = planned(given).filter(({ scenario }) => scenario === 'capacity');
        const wanted = Array.from({ length: given.profile.rounds.headline }, (_, index) => index + 1);
        const kernels = trials.filter(({ kind }) => kind === 'kernel');
        assert.deepEqual(
          kernels.map(({ round }) => round),
          wanted,
        );
        const twins = cellsOf(trials).filter(({ twin }) => twin);
        assert.deepEqual(
          twins.map(({ round, contestant: id }) => [round, id]),
          wanted.map((round) => [round, given.baseline]),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('times the kernel for every input that the contestants get', () => {
    const trials = planned(config()).filter(({ scenario }) => scenario === 'capacity');
    const inputs = new Set(
      cellsOf(trials).flatMap(({ windows }) => windows.map(({ load }) => JSON.stringify(load?.query))),
    );
    for (const trial of trials) {
      if (trial.kind !== 'kernel') continue;
      assert.deepEqual(new Set(trial.inputs.map(({ query }) => JSON.stringify(query))), inputs);
    }
  });

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(configs, (given) => assert.deepEqual(planned(given), planned({ ...given }))),
      { numRuns: 20 },
    );
  });

  it('has another order for another seed, of the same trials', () => {
    const [one, other] = [planned(config({ seed: 'one' })), planned(config({ seed: 'other' }))];
    assert.notDeepEqual(idsOf(one), idsOf(other));
    assert.deepEqual(idsOf(one).toSorted(), idsOf(other).toSorted());
  });

  it('has another order in every round', () => {
    const orders = Map.groupBy(
      cellsOf(planned(config({ profileName: 'thorough' }))).filter(({ scenario }) => scenario === 'capacity'),
      ({ round }) => round,
    );
    const distinct = new Set(
      [...orders.values()].map((cells) => cells.map((cell) => cell.contestant).join()),
    );
    assert.ok(distinct.size > orders.size / 2, `${distinct.size} orders in ${orders.size} rounds`);
  });

  it('permutes the windows of each cell', () => {
    const cells = cellsOf(planned(config({ profileName: 'thorough' })));
    for (const [scenario, block] of Map.groupBy(cells, (cell) => cell.scenario)) {
      const orders = block.map(({ windows }) => windows.map(({ id }) => id));
      assert.ok(
        orders.every((order) => new Set(order).size === order.length),
        'no window twice in a cell',
      );
      // The twin is there for the headline alone.
      const contestants = block.filter(({ twin }) => !twin);
      for (const [round, cells] of Map.groupBy(contestants, (cell) => cell.round)) {
        const sets = new Set(
          cells.map(({ windows }) =>
            windows
              .map(({ id }) => id)
              .sort()
              .join(),
          ),
        );
        assert.equal(sets.size, 1, `round ${round} of ${scenario} has the same windows in every cell`);
      }
      const [first = []] = orders;
      if (first.length > 1) assert.ok(new Set(orders.map((order) => order.join())).size > 1, scenario);
    }
  });

  it('measures the inputs beside the headline in the first rounds only', () => {
    const windows = (round: number) =>
      cellsOf(planned(config({ profileName: 'standard' })))
        .filter((cell) => cell.scenario === 'capacity' && cell.round === round && !cell.twin)
        .map((cell) => cell.windows.length);
    assert.deepEqual(new Set(windows(1)), new Set([3]));
    assert.deepEqual(new Set(windows(7)), new Set([1]));
  });

  it('measures what the flags ask for', () => {
    const trials = planned(config({ headline: { upTo: '300000' }, connections: 77 }));
    const loads = cellsOf(trials).flatMap(({ windows }) => windows.flatMap(({ load }) => load ?? []));
    assert.ok(loads.some(({ query }) => query.upTo === '300000'));
    assert.ok(!loads.some(({ query }) => query.upTo === '200000'));
    assert.ok(loads.some((load) => load.kind === 'closed' && load.connections === 77));
  });

  it('measures an input once that is the headline and a size too', () => {
    const [kernel] = planned(config({ headline: { upTo: '50000' } })).filter(({ kind }) => kind === 'kernel');
    assert.ok(kernel?.kind === 'kernel');
    const bounds = kernel.inputs.map(({ query }) => query.upTo);
    assert.equal(new Set(bounds).size, bounds.length);
  });

  it('has trials of every scenario but those that read what others measured', () => {
    const measured = new Set(
      planned(config({ scenarios: scenarios.map(({ id }) => id) })).map((one) => one.scenario),
    );
    assert.ok(measured.has('capacity') && measured.has('responsiveness'));
    for (const { id } of scenarios) {
      const alone = plan(
        config({ scenarios: [id] }),
        scenarios.filter((scenario) => scenario.id === id),
      );
      assert.ok(alone.length > 0, `${id} alone measures something`);
    }
  });

  it('is empty without a question', () => assert.deepEqual(plan(config(), []), []));
});

describe('the expected time', () => {
  const total = (given: Config) =>
    planned(given).reduce((sum, trial) => sum + expectedSeconds(trial, given.profile), 0);

  it('of every trial is more than what it measures', () => {
    for (const trial of planned(config())) {
      const measured =
        trial.kind === 'kernel'
          ? trial.secondsPerInput * trial.inputs.length
          : trial.windows.reduce((sum, { seconds, leadInSeconds }) => sum + seconds + leadInSeconds, 0);
      assert.ok(expectedSeconds(trial, profiles.standard) > measured, trial.id);
    }
  });

  it('grows from profile to profile', () => {
    const totals = (['smoke', 'quick', 'standard', 'thorough'] as const).map((profileName) =>
      total(config({ profileName })),
    );
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    );
  });

  it('of the study is minutes, not an hour', () => {
    const seconds = total(config());
    assert.ok(seconds > 60 && seconds < 1_200, `${seconds} s`);
  });
});
