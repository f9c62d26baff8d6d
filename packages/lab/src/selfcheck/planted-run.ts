import { type Table, tablesOf } from '@cpu-bound/stats/detection';
import { turned } from '@cpu-bound/study/analyse/look-up';
import { ratio as shown } from '@cpu-bound/study/format';
import type { Analysis, Comparison, Metric, MetricId, SentinelCheck } from '@cpu-bound/study/model';

/** The contestant without a fault. It and those below are folders of `packages/planted`. */
export const PLAIN = 'plain';
/** The contestants with more work, and how much more, in per cent. */
export const MORE = { five: 5, ten: 10, twenty: 20 } as const;
/** The contestants whose fault lengthens their tail. */
export const FAULTY = ['pause', 'burst', 'tenth'] as const;

/** A run of throughput and one of latency found this about the planted contestants and the twins of the plain one. */
export type PlantedRun = {
  /** The throughput of each contestant with more work ÷ that of the plain one. */
  readonly slower: readonly Comparison[];
  /** The p99 of each contestant with a fault ÷ that of the plain one, under each condition that has both. */
  readonly longer: readonly Comparison[];
  readonly twins: readonly SentinelCheck[];
  /** The throughput of the plain one and those with more work, by round and block. */
  readonly rates: Readonly<Record<string, NonNullable<Metric['blocks']>>>;
};

type Findings = Pick<Analysis, 'scenarios' | 'validity'>;

/** Reads from the analyses of two runs what their reports show. */
export function plantedRun(throughput: Findings, latency: Findings): PlantedRun {
  const rates = Object.values(throughput.scenarios)
    .flatMap(({ metrics }) => metrics)
    .filter(({ metric }) => metric === 'throughput')
    .map(({ contestant, blocks = {} }) => [contestant, blocks] as const);
  return {
    slower: toPlain(throughput, 'throughput', Object.keys(MORE)),
    longer: toPlain(latency, 'latency-p99', FAULTY),
    twins: [throughput, latency].flatMap(({ validity }) => validity.sentinels),
    rates: Object.fromEntries(rates),
  };
}

/** Returns the ratios of some contestants to the plain one. */
const toPlain = ({ scenarios }: Findings, wanted: MetricId, ids: readonly string[]): Comparison[] =>
  Object.values(scenarios)
    .flatMap(({ comparisons }) => comparisons)
    .filter(({ metric }) => metric === wanted)
    .map((pair) => (pair.contestant === PLAIN ? turned(pair) : pair))
    .filter(({ contestant, against }) => against === PLAIN && ids.includes(contestant));

/** Returns the tables of the throughput of the plain one and those with more work. */
export const ratesIn = ({ rates }: Pick<PlantedRun, 'rates'>): Table[] =>
  tablesOf([PLAIN, ...Object.keys(MORE)].map((id) => rates[id] ?? {}));

/** Describes the two runs, in lines for the terminal. */
export const plantedLines = ({ slower, longer, twins }: PlantedRun): readonly string[] => [
  ...[...slower, ...longer].map(
    ({ metric, contestant, ratio, verdict }) =>
      `${metric} of ${contestant} ÷ ${PLAIN}: ${shown(ratio)}, ${verdict}`,
  ),
  ...twins.map(
    ({ metric, ratio, differs }) => `twin, ${metric}: ${shown(ratio)}${differs ? ', different' : ''}`,
  ),
];
