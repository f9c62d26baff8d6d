import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { storedNames, storedRun } from '@cpu-bound/report/test/stored-run';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Config } from '@cpu-bound/study/config/config';
import { askedByName, profiles } from '@cpu-bound/study/config/profiles';
import {
  type Analysis,
  type Cell,
  type Condition,
  conditionKey,
  type Interval,
  isCount,
} from '@cpu-bound/study/model';
import { config } from '@cpu-bound/study/test/config';
import { questions } from '../src/questions.ts';
import { able } from './fixtures/able.ts';
import { made } from './fixtures/decisions.ts';
import { everyQuestion } from './fixtures/every-question.ts';

/**
 * The values that questions plan, measure and decide, stored in `values/`. A change of the code that only says the same in
 * another way leaves them as they are. `--test-update-snapshots` writes the files: read their diff before you commit it.
 */
const assertStored = ({ assert }: TestContext, name: string, lines: readonly string[]) =>
  assert.fileSnapshot(`${lines.join('\n')}\n`, join(import.meta.dirname, 'values', `${name}.txt`), {
    serializers: [String],
  });

/** A number with the digits that no platform's arithmetic changes. */
const rounded = (value: number) => Number(value.toPrecision(9));

/** Condenses a value: the order of its keys, and keys without a value, make no difference. */
function digest(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'number') return rounded(each);
    return each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Contestants that deal in all ways, of which one takes smaller bodies than the others. */
const dealing = able.map((one) => ({
  ...one,
  ...(one.id === 'single' && { workers: false as const }),
  ...(one.id === 'cluster' && { deals: 'connections' as const }),
  ...(one.id === 'threads' && { deals: 'requests' as const }),
  ...(one.id === 'queue' && { deals: 'requests' as const, mostOctets: 2 ** 20 }),
}));
const settings: readonly Partial<Config>[] = [
  {},
  { contestants: able, ownRedis: false },
  { contestants: dealing, rate: 100, p99: 80 },
  { contestants: dealing, cores: 16, workers: 14, connections: 100, taskSeconds: 0.2 },
  { contestants: dealing, cores: 1, workers: 1, rate: 40, cpuLimits: { withoutShare: 'no cgroup' } },
];

it('every question plans the stored windows and omissions, with each profile on several machines', (t) => {
  const lines = questions.flatMap((question) =>
    Object.entries(profiles).map(([profileName, usual]) => {
      const plans = [usual, askedByName(usual)].flatMap((profile) =>
        settings.map((changes) => {
          const given = config({ profileName: profileName as keyof typeof profiles, profile, ...changes });
          const { sitting = [], starts = [] } = question.plan(given);
          const windows = sitting.length + starts.flatMap((start) => start.windows).length;
          return `${windows}:${digest([sitting, starts, question.leftOut?.(given) ?? []])}`;
        }),
      );
      return `${question.id} ${profileName} ${plans.join(' ')}`;
    }),
  );
  assertStored(t, 'plans', lines);
});

/** An interval by its value and bounds, to six digits. */
const written = ({ estimate, low, high, n }: Interval) =>
  `${[estimate, low, high].map((value) => Number(value.toPrecision(6))).join(' ')} n=${n}`;

const under = (condition: Condition) => conditionKey(condition).replaceAll(/[[\]"]/g, '');

it('every question measures the stored figures and ratios from the windows of a made-up run', (t) => {
  const { scenarios } = analyse(everyQuestion(11), questions);
  const lines = Object.entries(scenarios).flatMap(([id, { metrics, comparisons }]) => {
    const figures = metrics.map(
      ({ contestant, metric, condition, ...figure }) =>
        `${id} ${metric} ${contestant} ${under(condition)}: ${written(figure)} ${digest([figure.rounds, figure.blocks, figure.windows, figure.censored])}`,
    );
    const pairs = comparisons.map(
      ({ contestant, against, metric, condition, ratio, verdict }) =>
        `${id} ${metric} ${contestant}/${against} ${under(condition)}: ${written(ratio)} ${verdict}`,
    );
    return [...figures.toSorted(), ...pairs.toSorted()];
  });
  assertStored(t, 'figures', lines);
});

/** The number of a figure, or the count that is compared. */
const amountOf = (cell: Cell) =>
  cell.kind === 'number'
    ? cell.value
    : isCount(cell) && cell.kind !== 'lost jobs' && cell.apart === undefined
      ? cell.count
      : undefined;

/** Writes each measured need with its cells and its standings. */
const decisionOf = ({ decision }: Analysis): string[] =>
  decision.needs.flatMap(({ id, title, measured, standings, pairs, uncounted }) => {
    if (!measured) return [];
    const { cells, better, n, perSecond, windowSeconds, enough } = measured;
    return [
      `${id}, ${better}: ${title} ${digest([n, perSecond, windowSeconds, enough, uncounted, pairs])}`,
      ...Object.entries(standings).map(([contestant, standing]) => {
        const cell = cells[contestant];
        const amount = cell && amountOf(cell);
        const factor = standing.kind === 'behind' && standing.factor ? ` by ${written(standing.factor)}` : '';
        const value = `${amount ? written(amount) : '–'} ${digest(cell ?? null)}`;
        return `  ${contestant}: ${value}, ${standing.kind}${factor}`;
      }),
    ];
  });

describe('the decision has the stored cells and standings', () => {
  for (const name of storedNames)
    it(`of the stored run ${name}`, async (t) =>
      assertStored(t, `decision-${name}`, decisionOf(await storedRun(name))));

  for (const name of ['every question was asked', 'kernels, runtimes and peers took part'])
    it(`of a run in which ${name}`, (t) => {
      const analysis = made[name] ?? t.assert.fail(name);
      assertStored(t, `decision-${name.replaceAll(/\W+/g, '-')}`, decisionOf(analysis));
    });
});
