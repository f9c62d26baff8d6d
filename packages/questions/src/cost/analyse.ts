import {
  conditionsIn,
  metricOfEach,
  metricsUnder,
  named,
  roundCount,
} from '@cpu-bound/study/analyse/look-up';
import {
  comparisonsOf,
  kernelByRound,
  kernelMetric,
  type Measure,
  metricOver,
  metricsOf,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, idleCores, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { type Answer, comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { byCounts, inAllRespects } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import {
  type Cell,
  type Condition,
  type ContestantFacts,
  type Metric,
  type MetricId,
  type ScenarioAnalysis,
  sameCondition,
  type Undecided,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { figuresOf } from '../figures.ts';
import { cpuMs, cpuMsPerAnswer, memory, offered, overheadIn, peakMemory, redisMemory } from '../measures.ts';

const measures = (input: ScenarioInput): readonly Measure[] => [
  cpuMs,
  overheadIn(input),
  { metric: 'redis-cpu-ms-per-request', read: cpuMsPerAnswer('redisCpu') },
  { metric: 'generator-cpu-ms-per-request', read: cpuMsPerAnswer('generatorCpu') },
  memory,
  peakMemory,
  { metric: 'rss-told', read: ({ result }) => result.usage?.told?.rssBytes },
  { metric: 'loop-busy-told', read: ({ result }) => result.usage?.told?.loopBusy },
  redisMemory,
  offered,
];

/**
 * Returns CPU time and memory by kind of process, saturated and at the low rate, the start-up times, and the overhead of
 * the strategy's code.
 */
export function analyse(input: ScenarioInput): ScenarioAnalysis {
  const conditions = conditionsOf(input.observations);
  const headline = conditions.find(isSaturated);
  const measured = metricsOf(input, measures(input));
  return {
    metrics: [
      ...measured,
      ...conditions.flatMap((condition) =>
        kernelByRound(input, condition.input).size > 0 ? kernelMetric(input, condition) : [],
      ),
      ...(headline
        ? input.run.contestants.flatMap(({ id: contestant }) =>
            metricOver(
              { contestant, metric: 'startup', condition: headline },
              input.startUpMs.get(contestant) ?? new Map(),
            ),
          )
        : []),
      ...conditions.flatMap((condition) => idleUnder(input, condition)),
    ],
    comparisons: [cpuMs, measured.some(({ metric }) => metric === 'memory') ? memory : peakMemory].flatMap(
      (measure) => comparisonsOf(input, measure),
    ),
  };
}

/** Returns the cores that each contestant kept computing while another one was measured under a condition. */
function idleUnder({ observations, run }: ScenarioInput, condition: Condition): Metric[] {
  const beside = observations.filter(({ window }) => sameCondition(window.condition, condition));
  return run.contestants.flatMap(({ id: contestant }) =>
    metricOver({ contestant, metric: 'idle-cpu', condition }, idleCores(beside, contestant)),
  );
}

export const isSaturated = ({ setting }: Pick<Condition, 'setting'>): boolean =>
  setting.connections !== undefined;

/** The rounds of the low rate must be at least this share of the others: some profiles have it in one round alone. */
const ENOUGH = 0.5;

/** Returns the low rate, at which a service runs, if its rounds are not much fewer than those of saturated windows. */
export function lowRate(metrics: readonly Metric[]): Condition | undefined {
  const cpu = named(metrics, 'cpu-ms-per-request');
  const mostRounds = (found: readonly Metric[]) => Math.max(0, ...found.map(roundCount));
  const atRate = cpu.filter(({ condition }) => !isSaturated(condition));
  const others = cpu.filter(({ condition }) => isSaturated(condition));
  if (mostRounds(atRate) < ENOUGH * mostRounds(others)) return undefined;
  return conditionsIn(atRate)[0];
}

/** Returns the requests per second of a condition; undefined in a closed loop. */
export const rateOf = (metrics: readonly Metric[], condition: Condition): number | undefined =>
  metricsUnder(metrics, 'offered', condition)[0]?.estimate;

/** A metric as a need shows it; the factor converts its unit. */
type Shown = { readonly metric: MetricId; readonly name: string; readonly factor?: number };

const CPU: Shown = { metric: 'cpu-ms-per-request', name: 'CPU per request' };
const MEMORY: Shown = { metric: 'memory', name: 'memory', factor: 2 ** -20 };
const IDLE: Shown = { metric: 'idle-cpu', name: 'CPU while idle', factor: 1000 };
const RESIDENT_MEMORY: Shown = { ...MEMORY, metric: 'rss-peak', name: 'resident memory' };

const saturated = ({ metrics }: ScenarioAnalysis): Condition | undefined =>
  conditionsIn(metrics).find(isSaturated);

/** Answers a need with a metric of the headline under a condition; undefined if no contestant has it. */
function answerBy(
  { metric, name, factor }: Shown,
  condition: Condition | undefined,
  { metrics, comparisons }: ScenarioAnalysis,
  analysis: Undecided,
): Answer | undefined {
  if (!condition || metricOfEach(analysis, metrics, metric, condition).length === 0) return undefined;
  const perSecond = rateOf(metrics, condition);
  const when =
    perSecond === undefined
      ? { title: `${name} at full load`, under: `saturated by ${condition.setting.connections} connections` }
      : {
          title: name,
          under: `${format.number(perSecond)} requests/s, ${wording.load(condition)}`,
          perSecond,
          load: condition,
        };
  return {
    ...when,
    ...figuresOf(analysis, metrics, metric, condition, factor),
    ...comparedBy(comparisons, metric, condition),
  };
}

/**
 * Memory at the rate that is the same for all, or else of saturated services; runs without it have resident memory. That
 * of Redis is not in it, and the legend says so.
 */
function memoryOf(found: ScenarioAnalysis, analysis: Undecided): Answer | undefined {
  const condition = lowRate(found.metrics) ?? saturated(found);
  return (
    answerBy(MEMORY, condition, found, analysis) ?? answerBy(RESIDENT_MEMORY, condition, found, analysis)
  );
}

/** Saturated windows are too short for it: a clock of 10 ms says 0 or 25 ms/s of them. */
function idleOf(found: ScenarioAnalysis, analysis: Undecided): Answer | undefined {
  const idle = answerBy(IDLE, lowRate(found.metrics), found, analysis);
  return idle && { ...idle, title: IDLE.name, under: 'while another one has the low rate' };
}

type ContestantWithCode = ContestantFacts & { readonly code: NonNullable<ContestantFacts['code']> };

/** Fewer lines, packages and backends to own: better means fewer in one and more in none. */
const fewestParts: Need<ScenarioAnalysis> = {
  id: 'few-parts',
  title: 'lines to own, packages, servers',
  group: 'costs',
  unit: '',
  uncounted: 'true by construction',
  order: 99,
  answer(_found, { contestants }) {
    const counted = contestants.filter(
      (contestant): contestant is ContestantWithCode => contestant.code !== undefined,
    );
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
} as const;

export const needs: readonly Need<ScenarioAnalysis>[] = [
  {
    ...cpu,
    id: 'cpu',
    title: 'CPU per request at full load',
    uncounted: 'it says the same as answers at full load',
    answer: (found, analysis) =>
      lowRate(found.metrics) ? undefined : answerBy(CPU, saturated(found), found, analysis),
  },
  {
    ...cpu,
    id: 'cpu-low',
    title: CPU.name,
    answer: (found, analysis) => answerBy(CPU, lowRate(found.metrics), found, analysis),
  },
  {
    id: 'idle',
    title: IDLE.name,
    unit: 'ms/s',
    group: 'costs',
    order: 84,
    uncounted: 'it is a part of the CPU time per request',
    onlyIfMeasured: true,
    answer: idleOf,
  },
  {
    id: 'memory',
    title: MEMORY.name,
    unit: 'MiB',
    group: 'costs',
    matter: 'memory',
    row: 'costs',
    order: 80,
    answer: memoryOf,
  },
  fewestParts,
];
