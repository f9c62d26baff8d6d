import type { Config } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { memory, peakMemory, percentile, throughput } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

/** More numbers of cores would take more time than they are worth. */
const MOST_COUNTS = 4;

/**
 * Returns the share of a core that a container with a limit of `cpus: 0.5` has, then one, two, four, … of the machine's
 * cores. All cores are left out, because every other question has them.
 */
function cpuCounts({ cores, cpuLimits }: Config): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log2(cores)) }, (_, power) => 2 ** power);
  return [
    ...(cpuLimits.withoutShare === undefined ? [0.5] : []),
    ...(cpuLimits.withoutCores === undefined ? powers.slice(0, MOST_COUNTS) : []),
  ];
}

/** `half a core`, `1 core`, `2 cores`. */
const named = ({ setting }: Condition) =>
  setting.cpus === 0.5 ? 'half a core' : format.count(setting.cpus ?? 0, 'core');

/** A saturating load with an occasional light request, for all contestants side by side on the same number of cores. */
export const cpus: QuestionSpec = {
  id: 'cpus',
  question: 'What helps on one core?',
  profiles: ['thorough'],
  once: ['standard'],
  why: 'One core computes one task at a time, so more workers add no throughput; an event loop beside the tasks still gets its turn. Under a quota all threads stop together ([Linux: cgroup v2](https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu)).',
  place: 'together',
  windows: (config) =>
    cpuCounts(config).map((count) => ({
      id: `cpus-${count}`,
      start: String(count),
      changes: { cpus: count },
      seconds: 0.5,
      leadInSeconds: 0.3,
      load: { connections: config.connections },
      probe: { path: '/hello', perSecond: 40, timeoutMs: 900 },
    })),
  leftOut: ({ cpuLimits: { withoutShare, withoutCores } }) => [
    ...(withoutShare === undefined ? [] : [{ what: 'half a core', reason: withoutShare }]),
    ...(withoutCores === undefined ? [] : [{ what: 'fewer cores', reason: withoutCores }]),
  ],
  named,
  metrics: [
    throughput,
    percentile('hello', 'p50', { title: '/hello p50 (ms)', compared: true }),
    {
      id: 'workers-used',
      title: 'workers that answered',
      shown: 'count',
      read: ({ result }) => result.load?.shares.length,
    },
    memory,
    peakMemory,
  ],
  judgedBy: ['throughput'],
  needs: [
    {
      id: 'one-core',
      title: 'answers on one core',
      unit: '/s',
      group: 'costs',
      order: 85,
      // A strategy is better on one core if it gives more answers without slower light requests.
      of: ['throughput', 'hello-p50'],
      at: ({ setting }) => setting.cpus === 1,
      under: (condition) => `${named(condition)}, ${wording.loadName(condition)}`,
    },
  ],
  charts: [{ title: 'Answers per second on fewer cores', axis: 'answers/s', of: ['throughput'] }],
};
