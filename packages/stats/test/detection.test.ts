import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allPairs, compareThese } from '../src/compare-pairs.ts';
import { runLike, smallestFound } from '../src/detection.ts';
import { quantile } from '../src/moments.ts';
import { CONTESTANTS, scatteringRun } from './fixtures/scattering-run.ts';

const FAMILY = (CONTESTANTS * (CONTESTANTS - 1)) / 2;
const smallest = (tables: ReturnType<typeof scatteringRun>, simulated = 200) =>
  smallestFound(runLike([tables]) ?? assert.fail(), { family: FAMILY, seed: 'seed', simulated });

describe('the smallest ratios that runs find', () => {
  it('are found by as many fresh runs of the same scatter as by the simulated ones', () => {
    const scatter = { ofRound: 0.02, ofBlock: 0.04 };
    const median = quantile(smallest(scatteringRun('one run', scatter), 1_000), 0.5);
    const studies = Array.from({ length: 200 }, (_, index) => scatteringRun(`fresh ${index}`, scatter));
    const found = studies.filter((tables) => {
      const arms = Array.from({ length: CONTESTANTS }, (_, arm) => ({
        id: `${arm}`,
        values: new Map(
          tables.map((table, round) => [
            round,
            new Map(
              (table[arm] ?? []).map((value, block) => [
                `${block}`,
                Math.exp(value) * (arm === 1 ? median : 1),
              ]),
            ),
          ]),
        ),
      }));
      const [pair] = compareThese(allPairs(arms), { margin: 0.05, higherIsBetter: true });
      return pair && pair.ratio.low > 1;
    });
    // One run knows its own scatter within a sixth, and half of the studies are meant.
    assert.ok(found.length > 50 && found.length < 150, `${found.length} of 200`);
  });

  it('are smaller with more blocks, and 1 where nothing scatters', () => {
    const [few = 0, many = 0] = [2, 8].map((blocks) =>
      quantile(smallest(scatteringRun('blocks', { ofBlock: 0.05, blocks })), 0.5),
    );
    assert.ok(many < few, `${many} and ${few}`);
    assert.deepEqual(new Set(smallest(scatteringRun('still', {}), 10)), new Set([1]));
  });

  it('are none before a look, nor of a single round', () => {
    const tables = scatteringRun('early', { ofBlock: 0.05 });
    assert.deepEqual(smallest(tables.slice(0, 9)), []);
    assert.equal(runLike([tables.slice(0, 1)]), undefined);
  });
});
