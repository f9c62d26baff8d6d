import * as format from '@cpu-bound/study/format';
import { table } from '../tables/table.ts';
import type { PublishedStudy } from './study.ts';
import { machineOf, whyUncounted } from './tally.ts';

type Need = PublishedStudy['needs'][number];

/** The needs by which people choose, and that the shortest complete profile measures. */
const NEEDS: Readonly<Record<string, string>> = {
  throughput: 'throughput',
  latency: 'median latency',
  tail: 'p99 latency',
  'light-requests': 'a light request under load',
  memory: 'memory',
};

/**
 * Writes which strategies lead in each need, by function: for each function and machine its newest study that counts.
 *
 * @returns undefined if fewer than two functions were measured
 */
export function byFunctionTable(studies: readonly PublishedStudy[]): string | undefined {
  const newest = new Map<string, PublishedStudy>();
  for (const study of studies.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)))
    if (whyUncounted(study) === undefined) newest.set(`${study.workload.name} on ${machineOf(study)}`, study);
  if (new Set([...newest.values()].map(({ workload }) => workload.name)).size < 2) return undefined;
  const rows = [...newest.values()].toSorted((a, b) => (a.workload.taskMs ?? 0) - (b.workload.taskMs ?? 0));
  return table(
    ['function', 'CPU time of a task', 'machine', 'rounds', ...Object.values(NEEDS)],
    rows.map((study) => {
      const needs = Object.keys(NEEDS).map((id) => study.needs.find((need) => need.id === id));
      return [
        study.workload.name,
        study.workload.taskMs === undefined ? '–' : format.duration(study.workload.taskMs),
        machineOf(study),
        `${Math.max(0, ...needs.map((need) => need?.n ?? 0))}`,
        ...needs.map((need) => (need ? leadersIn(need) : '–')),
      ];
    }),
  );
}

/** Names the strategies that no other was shown to be better than, if any is behind. */
function leadersIn({ pairs }: Need): string {
  const behind = new Set(
    pairs.flatMap(({ one, other, verdict }) => {
      if (verdict === 'worse') return [one];
      return verdict === 'better' ? [other] : [];
    }),
  );
  const all = [...new Set(pairs.flatMap(({ one, other }) => [one, other]))];
  return behind.size === 0 ? 'no difference' : all.filter((id) => !behind.has(id)).join(', ');
}
