import type { Question } from '@cpu-bound/report/question';
import {
  comparisonsOf,
  extent,
  type Measure,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Config } from '@cpu-bound/study/config/config';
import { peakMemory, probeSamples } from '../measures.ts';
import type { CpusAnalysis } from './analyse.ts';
import { cpusCharts } from './charts.ts';
import { cpusNeeds } from './needs.ts';
import { cpusSection } from './section.ts';

/** The share of a core that a container with a limit of `cpus: 0.5` has. */
const SHARE = 0.5;
/** More would take longer than they tell. */
const MOST_COUNTS = 4;
const SECONDS = 0.5;
const LEAD_IN_SECONDS = 0.3;
const PROBES_PER_SECOND = 40;
const PROBE_TIMEOUT_MS = 900;

/** A share of a core, one, two, four, … of the machine's: all of them are what every other question has. */
export function cpuCounts({ cores, cpuLimits }: Pick<Config, 'cores' | 'cpuLimits'>): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(cores)) }, (_, power) => 2 ** power);
  return [
    ...(cpuLimits.withoutShare === undefined ? [SHARE] : []),
    ...(cpuLimits.withoutCores === undefined ? powers.slice(0, MOST_COUNTS) : []),
  ];
}

const measures: readonly Measure[] = [
  throughput,
  { metric: 'workers-used', of: ({ result: { load } }) => load?.shares.length },
  peakMemory,
];

export const cpus: Question<CpusAnalysis> = {
  id: 'cpus',
  question: 'Does a pool help on one core, or on half a core?',
  profiles: ['thorough'],
  once: ['standard'],
  /** Saturated, with a light request now and then, all contestants side by side on the same number of cores. */
  plan(config) {
    const { headline, connections, contestants } = config;
    const ids = contestants.map(({ id }) => id);
    return {
      starts: cpuCounts(config).map((cpus) => ({
        name: String(cpus),
        contestant: ids,
        changes: { cpus },
        windows: [
          {
            id: `cpus-${cpus}`,
            condition: { input: headline, setting: { connections, cpus } },
            seconds: SECONDS,
            leadInSeconds: LEAD_IN_SECONDS,
            load: { kind: 'closed', query: headline, connections },
            probe: { path: '/hello', perSecond: PROBES_PER_SECOND, timeoutMs: PROBE_TIMEOUT_MS },
          },
        ],
      })),
    };
  },
  leftOut: ({ cpuLimits: { withoutCores, withoutShare } }) => [
    ...(withoutShare === undefined ? [] : [{ what: 'half a core', reason: withoutShare }]),
    ...(withoutCores === undefined ? [] : [{ what: 'fewer cores', reason: withoutCores }]),
  ],
  /** The throughput of each on a number of cores, with the workers that it chose, and the latency of a light request. */
  analyse(input) {
    const percentiles = percentileMetrics(input, 'hello', probeSamples, ['p50']);
    return {
      metrics: [...metricsOf(input, measures), ...percentiles],
      comparisons: [
        ...comparisonsOf(input, throughput),
        ...percentileComparisons(input, 'hello', 'p50', probeSamples, percentiles),
      ],
      rounds: extent(input).rounds,
    };
  },
  needs: cpusNeeds,
  section: cpusSection,
  charts: cpusCharts,
};
