import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standardDeviation } from '@cpu-bound/stats/moments';
import { seededRandom } from '@cpu-bound/stats/random';
import fc from 'fast-check';
import { type Components, componentsOf, type Table } from '../../src/selfcheck/components.ts';
import { type Detection, detectionBy } from '../../src/selfcheck/detection.ts';

const CONTESTANTS = 4;
const ROUNDS = 10;

/** Draws the rounds of a run whose contestants scatter by these standard deviations. */
function runOf(seed: string, { ofRound = 0, ofBlock = 0 }): Table[] {
  const random = seededRandom(seed);
  const times = <T>(count: number, of: () => T) => Array.from({ length: count }, of);
  return times(ROUNDS, () =>
    times(CONTESTANTS, () => {
      const round = ofRound * random.normal();
      return times(2, () => round + ofBlock * random.normal());
    }),
  );
}

describe('the components of the scatter', () => {
  it('are those by which contestants differ from round to round, and from block to block', () => {
    for (const [ofRound, ofBlock] of [
      [0.02, 0.05],
      [0.05, 0.02],
      [0.03, 0],
    ] as const) {
      const runs = Array.from({ length: 40 }, (_, run) => runOf(`${run}`, { ofRound, ofBlock }));
      const { rounds, blocks } = componentsOf(runs);
      assert.ok(Math.abs(standardDeviation(rounds) - ofRound) < 0.003, `${standardDeviation(rounds)}`);
      assert.ok(Math.abs(standardDeviation(blocks) - ofBlock) < 0.003, `${standardDeviation(blocks)}`);
    }
  });

  it('are of blocks alone, and smaller, if the blocks of a round even each other out', () => {
    const even = runOf('even', { ofBlock: 0.05 }).map((table) => table.map(([one = 0]) => [one, -one]));
    const { rounds, blocks } = componentsOf([even]);
    assert.equal(standardDeviation(rounds), 0);
    // By their differences alone, opposite blocks scatter by √2 of what they are.
    const [own, found] = [standardDeviation(even.flat().flat()), standardDeviation(blocks)];
    assert.ok(found < 0.85 * Math.SQRT2 * own, `${found} of ${own}`);
  });

  it('contain nothing that a round, a block or a strategy does in all of its windows', () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }),
        (seed, of) => {
          const run = runOf(seed, { ofRound: 0.02, ofBlock: 0.05 });
          const at = (index: number) => of[index % of.length] as number;
          const moved = run.map((table, round) =>
            table.map((row, arm) =>
              row.map((value, block) => value + at(arm) + at(round) + at(round + block)),
            ),
          );
          const [before, after] = [componentsOf([run]), componentsOf([moved])];
          for (const name of ['rounds', 'blocks'] as const)
            for (const [index, deviation] of before[name].entries())
              assert.ok(Math.abs(deviation - (after[name][index] as number)) < 1e-9);
        },
      ),
      { numRuns: 20 },
    ));
});

const SIMULATED = 100;
/** Four standard deviations of a count among the simulated runs. */
const CHANCE = 4 * Math.sqrt(SIMULATED / 4);
const scatter = fc
  .tuple(
    fc.string(),
    fc.double({ min: 0, max: 0.05, noNaN: true }),
    fc.double({ min: 0.005, max: 0.1, noNaN: true }),
  )
  .map(([seed, ofRound, ofBlock]) => componentsOf([runOf(seed, { ofRound, ofBlock })]));
const simulate = (components: Components, blocks: number): Detection =>
  detectionBy({ components, blocks: Array(ROUNDS).fill(blocks) }, [5, 10, 20], 'seed', SIMULATED);
const holds = (predicate: (components: Components) => void) =>
  fc.assert(fc.property(scatter, predicate), { numRuns: 4 });

describe('simulated runs', () => {
  it('find no fewer differences with more blocks', () =>
    holds((components) => {
      const [few, many] = [2, 8].map((blocks) => simulate(components, blocks).found);
      for (const [index, { runs }] of (few ?? []).entries())
        assert.ok((many?.[index]?.runs ?? 0) >= runs - CHANCE);
    }));

  it('find a larger difference no less often', () =>
    holds((components) => {
      const found = simulate(components, 2).found.map(({ runs }) => runs);
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
      );
    }));

  it('of equal contestants find a difference no more often than in 5 %, and the truth is in the intervals of 95 %', () =>
    holds((components) => {
      const { alarms, covered } = simulate(components, 2);
      const most = 0.05 * SIMULATED + 4 * Math.sqrt(0.05 * 0.95 * SIMULATED);
      assert.ok(alarms <= most, `${alarms} alarms`);
      assert.ok(covered >= SIMULATED - most, `${covered} covered`);
    }));

  it('find everything where nothing scatters, and nothing with too few rounds for a verdict', () => {
    const components = { rounds: [0], blocks: [0] };
    const counts = (rounds: number) =>
      detectionBy({ components, blocks: Array(rounds).fill(2) }, [5], 'seed', 10).found;
    assert.deepEqual(counts(10), [{ percent: 5, runs: 10 }]);
    assert.deepEqual(counts(9), [{ percent: 5, runs: 0 }]);
  });
});
