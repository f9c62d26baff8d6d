import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompareOptions, PairComparison } from '../src/compare-pairs.ts';
import { LOOKS, type Look } from '../src/looks.ts';
import { summaryOf } from '../src/moments.ts';
import { seededRandom } from '../src/random.ts';
import { bursts } from './bursts.ts';
import { armOf, calm, comparePairs, outliers, type Runs } from './experiments.ts';
import { wandering } from './wandering.ts';

/** Studies that are judged at every look, whatever the earlier looks have shown. */

const AT = LOOKS.map(({ rounds }) => rounds);
const MOST = Math.max(...AT);
const throughput: CompareOptions = { margin: 0.05, higherIsBetter: true, looks: LOOKS };
const arms = 4;

/** The comparisons at a look. */
type Study = (rounds: number) => PairComparison[];

function throughputStudy(runs: Runs, seed: string, effect = 0, options = throughput): Study {
  const values = runs(seededRandom(seed), MOST, arms).map((of, arm) =>
    arm === arms - 1 ? of.map((value) => value * (1 + effect)) : of,
  );
  return (rounds) =>
    comparePairs(
      values.map((of, arm) => armOf(of.slice(0, rounds), arm)),
      options,
    );
}

/** Returns true if at some look the interval of some pair excludes the true ratio: only then can a verdict be false. */
const misses = (study: Study, effect = 0): boolean =>
  AT.some((rounds) =>
    study(rounds).some(({ contestant, ratio }) => {
      const truth = contestant === `arm ${arms - 1}` ? 1 + effect : 1;
      return ratio.low > truth || ratio.high < truth;
    }),
  );

/** `pnpm test` simulates one machine of four, and half of the studies of power. */
const isSoak = process.env.SOAK !== undefined;
const STUDIES = 60;
const OF_POWER = isSoak ? 200 : 100;
const count = (isCase: (seed: string) => boolean, times = STUDIES) =>
  Array.from({ length: times }, (_, index) => isCase(`${index}`)).filter((one) => one).length;

describe('at most 5 % of studies that continue to forty rounds have a false verdict in any pair', () => {
  const weathers: Readonly<Record<string, Runs>> = {
    'on a calm machine that drifts': calm,
    'with outliers': outliers,
    'beside a neighbour': bursts(summaryOf),
    'on a machine whose speed wanders': wandering(summaryOf),
  };
  for (const [weather, runs] of Object.entries(weathers).slice(isSoak ? 0 : -1)) {
    it(`in throughput, ${weather}`, () => {
      for (const effect of [0, 0.06]) {
        const missed = count((seed) => misses(throughputStudy(runs, `${weather}/${seed}`, effect), effect));
        // With exactly 5 %, more than 7 of 60 have a chance of 1 in 120.
        assert.ok(missed <= 7, `${missed} of ${STUDIES} at ${effect}`);
      }
    });
  }
});

describe('several looks instead of one', () => {
  const once = (rounds: number): Look[] => [{ rounds, share: 1 }];
  const found = (options: CompareOptions, rounds: number, effect: number) =>
    count((seed) => {
      const pairs = throughputStudy(bursts(summaryOf), `power/${seed}`, effect, options)(rounds);
      return pairs.some(
        ({ contestant, against, verdict }) =>
          contestant === 'arm 3' && against === 'arm 0' && verdict === 'better',
      );
    }, OF_POWER);

  it('cost four contestants no power at ten rounds', () => {
    const [many, one] = [throughput, { ...throughput, looks: once(10) }].map((options) =>
      found(options, 10, 0.08),
    );
    assert.equal(many, one);
  });

  it('find by forty rounds what ten do not, and nearly as much as one look at forty', () => {
    const at = (rounds: number) => found(throughput, rounds, 0.06);
    const [ten, forty, alone] = [
      at(10),
      at(40),
      found({ ...throughput, looks: once(40) }, 40, 0.06),
    ] as const;
    assert.ok(forty - ten > 0.15 * OF_POWER, `${ten}, then ${forty} of ${OF_POWER}`);
    assert.ok(alone - forty <= 0.05 * OF_POWER, `${forty}, alone ${alone} of ${OF_POWER}`);
  });
});
