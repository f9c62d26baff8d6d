import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Config } from '../../../src/measure/config/config.ts';
import { type Profile, type ProfileName, profiles } from '../../../src/measure/config/profiles.ts';
import { expectedSeconds, overheadSeconds, plan } from '../../../src/measure/plan/plan.ts';
import type { Cell, Trial } from '../../../src/model.ts';
import { scenarios } from '../../../src/scenarios/scenarios.ts';
import { config, contestant } from '../../fixtures/config.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 });
const rounds = fc.integer({ min: 1, max: 6 });

/** Any set of contestants, numbers of rounds and seed. */
const configs = fc.record({ ids, headline: rounds, other: rounds, seed: fc.string() }).map(
  ({ ids: names, headline, other, seed }): Config =>
    config({
      contestants: names.map(contestant),
      baseline: names[0] ?? '',
      profile: { ...profiles.quick, rounds: { capacity: headline, latency: headline, other } },
      seed,
    }),
);

const planned = (given: Config) => plan({ ...given, scenarios: scenarios.map(({ id }) => id) }, scenarios);
const cellsOf = (trials: readonly Trial[]) => trials.filter((trial): trial is Cell => trial.kind === 'cell');
/** Every window with the cell that it is in and the scenario that asked for it. */
const windowsIn = (trials: readonly Trial[]) =>
  cellsOf(trials).flatMap((cell) =>
    cell.windows.map((window) => ({ cell, window, scenario: window.scenario ?? cell.scenario })),
  );
const idsOf = (trials: readonly Trial[]) => trials.map(({ id }) => id);

describe('a plan', () => {
  it('measures every window once for every contestant in every round of every scenario', () => {
    fc.assert(
      fc.property(configs, (given) => {
        // What a manifest does not name is not done to a contestant, and no variant is asked for.
        const windows = windowsIn(planned(given)).filter(({ cell }) => !cell.twin);
        const blocks = Map.groupBy(
          windows,
          ({ cell, window, scenario }) => `${scenario}/${cell.round}/${window.id}`,
        );
        assert.ok(blocks.size > 0);
        for (const [block, members] of blocks) {
          assert.deepEqual(
            members.map(({ cell }) => cell.contestant).toSorted(),
            given.contestants.map(({ id }) => id).toSorted(),
            block,
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it('starts a contestant once a round for all that can share a start', () => {
    fc.assert(
      fc.property(configs, (given) => {
        const sharing = cellsOf(planned(given)).filter(
          ({ twin, alone, env, workers }) => !twin && !alone && !env && workers === undefined,
        );
        const starts = Map.groupBy(sharing, ({ round, contestant: id }) => `${round}/${id}`);
        for (const [start, cells] of starts) assert.equal(cells.length, 1, start);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps what hurts a process, or wants another environment, out of the others’ starts', () => {
    const given = config({
      contestants: [{ ...contestant('queue'), faults: ['kill-worker'] }],
      baseline: 'queue',
    });
    for (const cell of cellsOf(planned(given))) {
      const own = new Set(cell.windows.map(({ scenario }) => scenario ?? cell.scenario));
      if (cell.alone || cell.env || cell.workers !== undefined) assert.equal(own.size, 1, cell.id);
      const hurt = cell.windows.some(({ fault }) => fault !== undefined);
      assert.equal(cell.alone ?? false, hurt, cell.id);
    }
  });

  it('names no window twice in a cell', () => {
    for (const { id, windows } of cellsOf(planned(config({ profileName: 'thorough' })))) {
      assert.equal(new Set(windows.map((window) => window.id)).size, windows.length, id);
    }
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
        const { capacity, other } = given.profile.rounds;
        const counts = new Set(
          Map.groupBy(trials, ({ scenario }) => scenario)
            .values()
            .map((block) => Math.max(...block.map(({ round }) => round))),
        );
        assert.deepEqual(counts.difference(new Set([capacity, other])), new Set());
      }),
      { numRuns: 40 },
    );
  });

  it('times the kernel and runs the twin of the baseline once in every round of capacity', () => {
    fc.assert(
      fc.property(configs, (given) => {
        const trials = planned(given).filter(({ scenario }) => scenario === 'capacity');
        const wanted = Array.from({ length: given.profile.rounds.capacity }, (_, index) => index + 1);
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

  it('times the kernel for every input that the contestants get in a closed loop', () => {
    const trials = planned(config());
    for (const scenario of ['capacity', 'task-size']) {
      const inputs = new Set(
        windowsIn(trials)
          .filter((one) => one.scenario === scenario)
          .map(({ window }) => JSON.stringify(window.load?.query)),
      );
      assert.ok(inputs.size > 1);
      for (const trial of trials) {
        if (trial.kind !== 'kernel' || trial.scenario !== scenario) continue;
        assert.deepEqual(new Set(trial.inputs.map(({ query }) => JSON.stringify(query))), inputs);
      }
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
    const orders = cells
      .filter(({ windows }) => windows.length > 4)
      .map(({ windows }) => windows.map(({ id }) => id).join());
    assert.ok(orders.length > 20);
    assert.ok(new Set(orders).size > orders.length / 2);
  });

  it('measures the inputs beside the headline, and the curve to the knee, in the first rounds only', () => {
    const count = (scenario: string, round: number) => {
      const windows = windowsIn(planned(config({ profileName: 'standard' })));
      const own = windows.filter(
        (one) => one.scenario === scenario && one.cell.round === round && !one.cell.twin,
      );
      return own.length / 4;
    };
    assert.deepEqual([count('capacity', 1), count('capacity', 7)], [3, 1]);
    assert.deepEqual([count('latency', 1), count('latency', 7)], [9, 3]);
  });

  it('measures what the flags ask for', () => {
    const headline = scenarios.filter(({ id }) => ['capacity', 'latency'].includes(id));
    const trials = plan(config({ headline: { upTo: '300000' }, connections: 77 }), headline);
    const loads = cellsOf(trials).flatMap(({ windows }) => windows.flatMap(({ load }) => load ?? []));
    assert.ok(loads.some(({ query }) => query.upTo === '300000'));
    assert.ok(!loads.some(({ query }) => query.upTo === '200000'));
    assert.ok(loads.some((load) => load.kind === 'closed' && load.connections === 77));
  });

  it('measures an input once that is the headline and a size too', () => {
    const [kernel] = planned(config({ headline: { upTo: '50000' } })).filter(
      ({ kind, scenario }) => kind === 'kernel' && scenario === 'capacity',
    );
    assert.ok(kernel?.kind === 'kernel');
    const bounds = kernel.inputs.map(({ query }) => query.upTo);
    assert.equal(new Set(bounds).size, bounds.length);
  });

  it('asks something for every scenario by itself', () => {
    const able = config({
      contestants: ['single', 'queue'].map((id) => ({ ...contestant(id), faults: ['kill-worker'] })),
    });
    for (const scenario of scenarios) {
      const alone = plan({ ...able, scenarios: [scenario.id] }, [scenario]);
      assert.ok(alone.length > 0, `${scenario.id} alone measures something`);
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

  it('of each profile is within what it promises, with four contestants on two cores', () => {
    const queue = {
      ...contestant('queue'),
      needs: ['redis' as const],
      faults: ['kill-worker' as const, 'redis-restart' as const],
    };
    const variant = { title: 'another', env: {}, scenarios: ['connections'] };
    const cluster = {
      ...contestant('cluster'),
      faults: ['kill-worker' as const],
      variants: { one: variant, other: variant },
    };
    const contestants = [contestant('single'), cluster, contestant('threads'), queue];
    const promised = { smoke: 45, quick: 5 * 60, standard: 16 * 60, thorough: 2 * 3_600 };
    for (const [name, most] of Object.entries(promised) as [ProfileName, number][]) {
      const profile: Profile = profiles[name];
      const asked = profile.scenarios ?? scenarios.map(({ id }) => id);
      const given = config({ profileName: name, contestants, scenarios: asked });
      const trials = plan(
        given,
        scenarios.filter(({ id }) => asked.includes(id)),
      );
      const seconds = trials.reduce((sum, trial) => sum + expectedSeconds(trial, profile), 0);
      const whole = seconds + overheadSeconds(given, trials);
      assert.ok(whole < most, `${name}: ${whole.toFixed(0)} s, promised are ${most}`);
    }
  });
});
