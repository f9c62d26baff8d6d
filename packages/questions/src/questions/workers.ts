import { named } from '@cpu-bound/study/analyse/look-up';
import { byIntervals } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import type { Metric, ScenarioAnalysis, Undecided } from '@cpu-bound/study/model';
import { CLOSED_LEAD_IN } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { memory, peakMemory, relativeThroughput, throughput } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

/** More numbers of workers would take more time than they are worth. */
const MOST_COUNTS = 6;

/** Returns 1, 2, 4, … with the cores and twice the cores; with many cores only 1 and the largest numbers. */
export function workerCounts(cores: number): number[] {
  const largest = 2 * cores;
  const powers = Array.from({ length: Math.floor(Math.log2(largest)) + 1 }, (_, power) => 2 ** power);
  const all = [...new Set([...powers, cores, largest])].sort((a, b) => a - b);
  return all.length <= MOST_COUNTS ? all : [1, ...all.slice(1 - MOST_COUNTS)];
}

/**
 * Describes how each contestant scaled to the cores, and the effect of more workers than cores, by intervals that do
 * not overlap.
 */
function scaling(
  { metrics }: ScenarioAnalysis,
  { contestants, environment: { cores } }: Undecided,
): string[] {
  const speedUps = named(metrics, 'speed-up');
  const largest = Math.max(...speedUps.map(({ condition }) => condition.setting.workers ?? 0));
  return contestants.flatMap(({ id }) => {
    const own = speedUps.filter(({ contestant }) => contestant === id);
    const [full, beyond] = [cores, largest].map((count) =>
      own.find(({ condition }) => condition.setting.workers === count),
    );
    if (!full) return [];
    const scaled = `${id}: ${format.times(full.estimate)}× the throughput of one worker ${format.ratioBounds(full)} with ${format.count(cores, 'worker')}`;
    if (!beyond || largest <= cores) return [scaled];
    return [`${scaled}, and ${format.ratio(beyond)} with ${largest}: ${effectOf(beyond, full, cores)}`];
  });
}

/** Compares the speed-up with more workers than cores to that with as many, as figures without a ratio are compared. */
function effectOf(beyond: Metric, full: Metric, cores: number): string {
  const relation = byIntervals([
    { ...beyond, contestant: 'beyond' },
    { ...full, contestant: 'full' },
  ])('beyond', 'full');
  if (relation === 'better') return `less than with ${cores}`;
  if (relation === 'worse') return `more than with ${cores}`;
  return relation === 'not-judged' ? wording.relationWords[relation] : 'no difference shown';
}

/** A closed loop for each number of workers, each on a separate start, including the usual number. */
export const workers: QuestionSpec = {
  id: 'workers',
  question: 'Does throughput grow with workers, also beyond the number of cores?',
  profiles: ['thorough'],
  why: 'Workers beyond the cores share them. [`os.availableParallelism()`](https://nodejs.org/api/os.html#osavailableparallelism) counts the cores that a process may use; two hardware threads of one core share its arithmetic units.',
  place: 'each',
  who: {
    can: ({ workers: has }) => has !== false,
    otherwise: 'it has no workers: its one process computes',
  },
  windows: ({ cores, connections, profile }) =>
    (cores < 2 ? [] : workerCounts(cores)).map((count) => ({
      id: `workers-${count}`,
      start: String(count),
      changes: { workers: count },
      seconds: profile.windowSeconds * 2,
      leadInSeconds: CLOSED_LEAD_IN,
      load: { connections },
    })),
  leftOut: ({ cores }) =>
    cores < 2 ? [{ reason: 'this machine has one core: there is nothing to scale over' }] : [],
  named: ({ setting }) => format.count(setting.workers ?? 0, 'worker'),
  metrics: [
    { ...throughput, compared: false },
    relativeThroughput('speed-up', { title: '× one worker', to: ({ setting }) => setting.workers === 1 }),
    memory,
    peakMemory,
    { id: 'startup', title: 'start-up (ms)', read: ({ startUpMs }) => startUpMs },
  ],
  charts: [
    {
      title: 'Speed-up over the number of workers, ideal dashed',
      axis: '× the throughput of one worker',
      of: ['speed-up'],
      x: {
        title: 'workers',
        of: ({ setting }) => setting.workers ?? 0,
        expected: (count, { environment }) => Math.min(count, environment.cores),
      },
    },
  ],
  says: scaling,
  // More cores may change the answer: the scaling to this machine's cores is all that it can show.
  flips(found, analysis) {
    const findings = found ? scaling(found, analysis) : [];
    return [
      {
        about: `more than ${format.count(analysis.environment.cores, 'core')}`,
        ...(findings.length > 0 ? { finding: findings.join('; ') } : { question: 'workers' }),
      },
    ];
  },
};
