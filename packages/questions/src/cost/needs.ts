import { conditionsIn } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { byCounts, inAllRespects } from '@cpu-bound/study/decide/relation';
import type {
  Cell,
  Condition,
  ContestantFacts,
  MetricId,
  RowTitle,
  ScenarioAnalysis,
} from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';

const isSaturated = ({ setting }: Condition) => `saturated by ${setting.connections} connections`;

/** Answers a need with one metric of the headline's closed loop; undefined if no contestant has it. */
const answerBy =
  (metric: MetricId, row: RowTitle, factor?: number): Need<ScenarioAnalysis>['answer'] =>
  ({ metrics, comparisons }, analysis) => {
    const [condition] = conditionsIn(metrics.filter((one) => one.metric === metric));
    if (!condition) return undefined;
    return {
      under: isSaturated(condition),
      row,
      ...figuresOf(analysis, metrics, metric, condition, factor),
      ...comparedBy(comparisons, metric, condition),
    };
  };

const memory = answerBy('memory', { noun: 'memory', unit: 'MiB' }, 2 ** -20);
const RESIDENT = 'resident memory';
const residentMemory = answerBy('rss-peak', { noun: RESIDENT, unit: 'MiB' }, 2 ** -20);

type ContestantWithCode = ContestantFacts & { readonly code: NonNullable<ContestantFacts['code']> };

/** Fewer lines, packages and backends to own: better means fewer in one and more in none. */
const fewestParts: Need<ScenarioAnalysis> = {
  id: 'few-parts',
  title: 'moving parts',
  group: 'costs',
  uncounted: 'true by construction',
  figure: 'lines to own, packages, backends',
  order: 99,
  answer(_found, { contestants }) {
    const counted = contestants.filter((one): one is ContestantWithCode => one.code !== undefined);
    const byCount = (count: (one: ContestantWithCode) => number) =>
      byCounts(Object.fromEntries(counted.map((one) => [one.id, count(one)])));
    const backends = ({ needs = [] }: ContestantFacts) => needs.length;
    return {
      under: 'by its sources and its manifest',
      row: { noun: 'lines to own, packages, servers' },
      better: 'lower',
      cells: Object.fromEntries(
        counted.map((one): [string, Cell] => {
          const { lines, directDependencies: packages } = one.code;
          return [one.id, { kind: 'parts', lines, packages, servers: backends(one) }];
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

export const needs: readonly Need<ScenarioAnalysis>[] = [
  {
    id: 'cpu',
    title: 'CPU time per request',
    group: 'costs',
    figure: 'CPU ms',
    order: 80,
    uncounted: 'it says the same as throughput',
    restates: 'throughput',
    answer: answerBy('cpu-ms-per-request', { noun: 'CPU time per request', unit: 'ms' }),
  },
  {
    id: 'memory',
    title: 'memory',
    group: 'costs',
    figure: 'MiB, Redis apart',
    order: 85,
    answer(found, analysis) {
      const resident = residentMemory(found, analysis);
      return memory(found, analysis) ?? (resident && { ...resident, title: RESIDENT });
    },
  },
  fewestParts,
];
