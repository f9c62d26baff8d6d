import { conditionsIn, metricsUnder, named, roundCount } from '@cpu-bound/study/analyse/look-up';
import { kernelByRound, kernelMetric, metricOver } from '@cpu-bound/study/analyse/measures';
import { conditionsOf, idleCores, type QuestionInput } from '@cpu-bound/study/analyse/observations';
import { byCounts, inAllRespects, type Need } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import {
  type Cell,
  type Condition,
  type ContestantFacts,
  type Metric,
  type ScenarioAnalysis,
  sameCondition,
} from '@cpu-bound/study/model';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';
import { answerTo } from '../analyse.ts';
import { cpuMs, cpuMsPerAnswer, memory, offered, overheadMs, peakMemory, redisMemory } from '../metrics.ts';
import type { MetricSpec, QuestionSpec } from '../question.ts';
import { capacity } from './capacity.ts';

const isSaturated = ({ setting }: Condition): boolean => setting.connections !== undefined;

const underEach = (input: QuestionInput, of: (condition: Condition) => readonly Metric[]) =>
  conditionsOf(input.observations).flatMap(of);

const metrics: readonly MetricSpec[] = [
  { ...cpuMs, title: 'CPU ms/request', compared: true },
  { ...overheadMs, title: 'beyond the kernel' },
  { id: 'redis-cpu-ms-per-request', title: 'of which Redis', read: cpuMsPerAnswer('redisCpu') },
  {
    id: 'generator-cpu-ms-per-request',
    title: 'load generator (not included)',
    read: cpuMsPerAnswer('generatorCpu'),
  },
  { ...memory, compared: true },
  {
    ...peakMemory,
    compared: (_condition, { observations }) =>
      observations.every(({ result }) => result.usage?.serverMemoryBytes === undefined),
  },
  redisMemory,
  {
    id: 'idle-cpu',
    title: 'cores while not asked',
    derive: (input) =>
      underEach(input, (condition) => {
        const beside = input.observations.filter(({ window }) => sameCondition(window.condition, condition));
        return input.run.contestants.flatMap(({ id: contestant }) =>
          metricOver({ contestant, metric: 'idle-cpu', condition }, idleCores(beside, contestant)),
        );
      }),
  },
  {
    id: 'rss-told',
    title: 'MiB by its /metrics',
    shown: 'MiB',
    read: ({ result }) => result.usage?.told?.rssBytes,
  },
  {
    id: 'loop-busy-told',
    title: 'event loops busy by its /metrics',
    shown: 'percent',
    read: ({ result }) => result.usage?.told?.loopBusy,
  },
  offered,
  {
    id: 'kernel-ms',
    title: 'the kernel alone',
    derive: (input) =>
      underEach(input, (condition) =>
        kernelByRound(input, condition.input).size > 0 ? kernelMetric(input, condition) : [],
      ),
  },
  {
    id: 'startup',
    title: 'start-up (ms)',
    derive: (input) =>
      underEach(input, (condition) =>
        isSaturated(condition)
          ? input.run.contestants.flatMap(({ id: contestant }) =>
              metricOver(
                { contestant, metric: 'startup', condition },
                input.startUpMs.get(contestant) ?? new Map(),
              ),
            )
          : [],
      ),
  },
];

/** The rounds of the low rate must be at least this share of the others: some profiles have it in one round alone. */
const ENOUGH = 0.5;

/** Returns the low rate, at which a service runs, if its rounds are not much fewer than those of saturated windows. */
function lowRate(all: readonly Metric[]): Condition | undefined {
  const cpu = named(all, 'cpu-ms-per-request');
  const mostRounds = (found: readonly Metric[]) => Math.max(0, ...found.map(roundCount));
  const atRate = cpu.filter(({ condition }) => !isSaturated(condition));
  const others = cpu.filter(({ condition }) => isSaturated(condition));
  if (mostRounds(atRate) < ENOUGH * mostRounds(others)) return undefined;
  return conditionsIn(atRate)[0];
}

const isLowRate = (condition: Condition, all: readonly Metric[]): boolean => {
  const low = lowRate(all);
  return low !== undefined && sameCondition(condition, low);
};

/** Memory at the rate that is the same for all, or else of saturated services. */
const memorySpec = (name: string) => ({
  at: (condition: Condition, { metrics: all }: { readonly metrics: readonly Metric[] }) =>
    lowRate(all) ? isLowRate(condition, all) : isSaturated(condition),
  atRate: true as const,
  scale: 2 ** -20,
  titled: (_condition: Condition, perSecond: number | undefined) =>
    perSecond === undefined ? `${name} at full load` : name,
});

type ContestantWithCode = ContestantFacts & { readonly code: NonNullable<ContestantFacts['code']> };

const withCode = (contestants: readonly ContestantFacts[]) =>
  contestants.filter((contestant): contestant is ContestantWithCode => contestant.code !== undefined);

/** Fewer lines, packages and backends to own: better means fewer in one and more in none. */
const fewestParts: Need<ScenarioAnalysis> = {
  id: 'few-parts',
  title: 'lines to own, packages, servers',
  group: 'costs',
  unit: '',
  uncounted: 'true by construction',
  order: 99,
  answer(_found, { contestants }) {
    const counted = withCode(contestants);
    const byCount = (count: (contestant: ContestantWithCode) => number) =>
      byCounts(Object.fromEntries(counted.map((contestant) => [contestant.id, count(contestant)])));
    const backends = ({ needs = [] }: ContestantFacts) => needs.length;
    return {
      under: 'by its sources and its manifest',
      better: 'lower',
      cells: Object.fromEntries(
        counted.map((contestant): [string, Cell] => {
          const { lines, directDependencies: packages } = contestant.code;
          return [contestant.id, { kind: 'parts', lines, packages, servers: backends(contestant) }];
        }),
      ),
      relate: inAllRespects(
        byCount(({ code }) => code.lines),
        byCount(({ code }) => code.directDependencies),
        byCount(backends),
      ),
      n: 0,
    };
  },
};

/** CPU time is that at the low rate, where it was measured. */
const cpu = {
  unit: 'ms',
  group: 'costs',
  matter: 'cpu',
  row: 'costs',
  order: 82,
  onlyIfMeasured: true,
  of: ['cpu-ms-per-request'],
} as const;

export const cost: QuestionSpec = {
  id: 'cost',
  question: 'What does a request cost?',
  profiles: ['smoke', 'quick', 'standard', 'thorough'],
  why: 'Each process and each thread has a heap of its own; threads share the rest of their process ([worker threads](https://nodejs.org/api/worker_threads.html)). A job costs CPU time in Redis and in both clients, too.',
  place: 'sitting',
  // Windows that other questions have anyway: the headline's closed loop, and the low rate, which is the same for all.
  windows: (config) => [
    ...capacity.windows(config),
    { ...openAt(config, LOW), contestants: config.contestants, onlyIfShared: true },
  ],
  // `50 connections`, `66.5 requests/s`
  named(condition, all) {
    const [rate] = metricsUnder(all, 'offered', condition);
    return rate
      ? `${format.number(rate.estimate)} requests/s`
      : `${condition.setting.connections} connections`;
  },
  metrics,
  judgedBy: ['cpu-ms-per-request'],
  needs: [
    {
      ...cpu,
      id: 'cpu',
      title: 'CPU per request at full load',
      uncounted: 'it says the same as answers at full load',
      at: (condition, { metrics: all }) => isSaturated(condition) && lowRate(all) === undefined,
    },
    {
      ...cpu,
      id: 'cpu-low',
      title: 'CPU per request',
      at: (condition, { metrics: all }) => isLowRate(condition, all),
      atRate: true,
    },
    {
      id: 'idle',
      title: 'CPU while idle',
      unit: 'ms/s',
      group: 'costs',
      order: 84,
      uncounted: 'it is a part of the CPU time per request',
      onlyIfMeasured: true,
      of: ['idle-cpu'],
      // Saturated windows are too short for it: a clock of 10 ms says 0 or 25 ms/s of them.
      at: (condition, { metrics: all }) => isLowRate(condition, all),
      atRate: true,
      under: 'while another one has the low rate',
      scale: 1000,
    },
    {
      id: 'memory',
      title: 'memory',
      unit: 'MiB',
      group: 'costs',
      matter: 'memory',
      row: 'costs',
      order: 80,
      // That of Redis is not in it, and the legend says so. Runs without this memory have resident memory.
      answer: (found, analysis) =>
        [
          answerTo({ ...memorySpec('memory'), of: ['memory'] }, found, analysis),
          answerTo({ ...memorySpec('resident memory'), of: ['rss-peak'] }, found, analysis),
        ].find((answer) => answer && Object.keys(answer.cells).length > 0),
    },
    fewestParts,
  ],
  charts: [
    {
      title: 'What a request costs, against the kernel alone (dashed)',
      axis: 'CPU milliseconds per request, Redis included',
      of: ['cpu-ms-per-request'],
      line: 'kernel-ms',
    },
  ],
  // The costs that do not depend on the load. Shares of CPU time are printed, not subtracted: on few cores contention is
  // not additive.
  details: (_found, { contestants }) => [
    [
      ['', 'lines to own', 'dependencies', 'all dependencies'],
      ...withCode(contestants).map(({ title, code }) => [
        title,
        ...[code.lines, code.directDependencies, code.allDependencies].map(String),
      ]),
    ],
  ],
};
