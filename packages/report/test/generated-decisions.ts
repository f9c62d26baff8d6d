import assert from 'node:assert/strict';
import { sound } from '@cpu-bound/questions/test/analysis';
import { standingsOf } from '@cpu-bound/study/decide/standing';
import {
  type Amount,
  type Analysis,
  type Cell,
  GROUPS,
  type NeedResult,
  type PairRelation,
  type Standing,
} from '@cpu-bound/study/model';
import { interval } from '@cpu-bound/study/test/compared';
import fc from 'fast-check';

/**
 * Generated decisions: six contestants, some of them questioned, with 1 to 14 rounds, missing needs, overloads and any
 * verdicts that ratios allow. What is made of them is read back, and must not contradict them.
 */

export const IDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

const factor = fc.double({ min: 1.02, max: 30, noNaN: true });
const verdict = fc.constantFrom('better', 'worse', 'equivalent', 'inconclusive') as fc.Arbitrary<
  PairRelation['relation']
>;

const amountFrom = (estimate: number, n: number): Amount =>
  interval(estimate, estimate * 0.93, estimate * 1.08, { n, indicative: n < 6 });

type NeedSeed = {
  readonly n: number;
  readonly isMeasured: boolean;
  readonly isCountNeed: boolean;
  readonly values: readonly number[];
  readonly overloaded: readonly boolean[];
  readonly verdicts: readonly PairRelation['relation'][];
  readonly factors: readonly number[];
};

const PAIRS = (IDS.length * (IDS.length - 1)) / 2;
const needSeed: fc.Arbitrary<NeedSeed> = fc.record({
  n: fc.integer({ min: 1, max: 14 }),
  isMeasured: fc.boolean(),
  isCountNeed: fc.boolean(),
  values: fc.array(fc.double({ min: 0.01, max: 5000, noNaN: true }), {
    minLength: IDS.length,
    maxLength: IDS.length,
  }),
  overloaded: fc.array(fc.boolean(), { minLength: IDS.length, maxLength: IDS.length }),
  verdicts: fc.array(verdict, { minLength: PAIRS, maxLength: PAIRS }),
  factors: fc.array(factor, { minLength: PAIRS, maxLength: PAIRS }),
});

function needFrom(seed: NeedSeed, index: number, questioned: readonly string[]): NeedResult {
  const group = GROUPS[index % GROUPS.length] ?? 'speed';
  const named = {
    ...{ id: `need-${index}`, title: `matter ${'abcdefgh'[index]}`, group, figure: 'ms' },
    question: 'capacity',
    ...(index === 0 && { purpose: 'traffic' as const }),
  };
  const all = (standing: Standing) => Object.fromEntries(IDS.map((id) => [id, standing]));
  if (!seed.isMeasured) return { ...named, pairs: [], standings: all({ kind: 'not-measured' }) };
  const isOver = (id: string) =>
    !seed.isCountNeed && index === 1 && seed.overloaded[IDS.indexOf(id)] === true;
  const sound = IDS.filter((id) => !questioned.includes(id));
  const pairs = sound.flatMap((other, at) =>
    sound.slice(0, at).map((one, place): PairRelation => {
      const pick = (at * (at - 1)) / 2 + place;
      const given = seed.verdicts[pick] ?? 'inconclusive';
      if (isOver(one) || isOver(other)) {
        if (isOver(one) && isOver(other)) return { one, other, relation: 'equivalent' };
        return { one, other, relation: isOver(one) ? 'worse' : 'better' };
      }
      if (seed.n < 10) {
        const ratio = amountFrom(1.3, seed.n);
        return { one, other, relation: 'not-judged', ...(!seed.isCountNeed && { ratio }) };
      }
      if (seed.isCountNeed) return { one, other, relation: given };
      const by = seed.factors[pick] ?? 2;
      const estimate = { better: by, worse: 1 / by, equivalent: 1, inconclusive: 1.1, 'not-judged': 1.1 }[
        given
      ];
      const ratio = { ...amountFrom(estimate, seed.n), low: estimate * 0.99, high: estimate * 1.009 };
      return { one, other, relation: given, ratio };
    }),
  );
  const standings = standingsOf(sound, pairs, sound.filter(isOver));
  const cellOf = (id: string): Cell => {
    const value = seed.values[IDS.indexOf(id)] ?? 1;
    return seed.isCountNeed
      ? {
          kind: 'beside a failing task',
          count: { ...amountFrom(Math.round(value / 50), seed.n), indicative: false },
          total: 100,
        }
      : { kind: 'number', value: amountFrom(value, seed.n) };
  };
  return {
    ...named,
    measured: {
      under: 'p99 within the bound',
      row: { noun: `row ${index}`, unit: 'ms' },
      n: seed.n,
      better: 'lower',
      cells: Object.fromEntries(IDS.filter((id) => !isOver(id)).map((id) => [id, cellOf(id)])),
      ...(seed.isCountNeed && { enough: 5 }),
    },
    pairs,
    standings: Object.fromEntries(
      IDS.map((id): [string, Standing] => [id, standings[id] ?? { kind: 'questioned' }]),
    ),
  };
}

export const analyses: fc.Arbitrary<Analysis> = fc
  .record({
    needs: fc.array(needSeed, { minLength: 1, maxLength: 8 }),
    questioned: fc.subarray(IDS, { maxLength: 4 }),
  })
  .map(({ needs: seeds, questioned }) => {
    const [some = assert.fail('it has contestants')] = sound.contestants;
    const options = IDS.filter((id) => !questioned.includes(id));
    const needs = seeds
      .map((seed, index) => needFrom(seed, index, questioned))
      .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
    return {
      ...sound,
      scenarios: {},
      contestants: IDS.map((id) => ({ ...some, id, title: id })),
      decision: { options, needs, undominated: options },
      families: {},
      validity: {
        ...sound.validity,
        doubts: questioned.map((contestant) => ({ contestant, kind: 'unanswered', message: 'it refuses' })),
      },
    };
  });
