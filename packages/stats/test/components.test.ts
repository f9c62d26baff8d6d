import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { componentsOf } from '../src/detection.ts';
import { standardDeviation } from '../src/moments.ts';
import { scatteringRun } from './fixtures/scattering-run.ts';

describe('the components of the scatter', () => {
  it('are those by which contestants differ from round to round, and from block to block', () => {
    for (const [ofRound, ofBlock] of [
      [0.02, 0.05],
      [0.05, 0.02],
      [0.03, 0],
    ] as const) {
      const runs = Array.from({ length: 40 }, (_, run) => scatteringRun(`${run}`, { ofRound, ofBlock }));
      const { rounds, blocks } = componentsOf(runs);
      assert.ok(Math.abs(standardDeviation(rounds) - ofRound) < 0.003, `${standardDeviation(rounds)}`);
      assert.ok(Math.abs(standardDeviation(blocks) - ofBlock) < 0.003, `${standardDeviation(blocks)}`);
    }
  });

  it('are of blocks alone, and smaller, if the blocks of a round even each other out', () => {
    const even = scatteringRun('even', { ofBlock: 0.05 }).map((table) =>
      table.map(([one = 0]) => [one, -one]),
    );
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
          const run = scatteringRun(seed, { ofRound: 0.02, ofBlock: 0.05 });
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
