import { type ExportedLoad, loadsOf } from '@cpu-bound/lab/export/loads';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import { questions } from '@cpu-bound/questions/questions';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Run } from '@cpu-bound/study/model';
import type { Surface } from './surface.ts';

/** Chooses the contestant whose rates are exported: the baseline, unless the flag names another. @throws UsageError */
export function exportedContestant({ manifest }: Run, flag: string | undefined): string {
  const known = manifest.contestants.map(({ id }) => id);
  if (flag === undefined) return manifest.baseline;
  if (known.includes(flag)) return flag;
  throw new UsageError([`--contestant ${flag}: is not in this run; accepted: ${known.join(', ')}`]);
}

/** Lists the loads of a scenario on this contestant. @throws UsageError naming the scenarios that have loads */
export function exportedLoads(run: Run, scenario: string, contestant: string): ExportedLoad[] {
  const loads = loadsOf(run, scenario, contestant);
  if (loads.length > 0) return loads;
  const able = questions.filter(({ id }) => loadsOf(run, id, contestant).length > 0).map(({ id }) => id);
  throw new UsageError([
    `--scenario ${scenario}: run ${run.manifest.id} sent no load of this scenario to ${contestant}; accepted: ${able.join(', ') || 'none in this run'}`,
  ]);
}

/**
 * Loads the workload of a run, whose requests must be GETs.
 *
 * @throws UsageError if they have bodies, or come from a file
 */
export async function exportedWorkload(
  { manifest }: Run,
  { root, signal, workloads }: Pick<Surface, 'root' | 'signal' | 'workloads'>,
): Promise<KnownWorkload> {
  if (manifest.workload.requests)
    throw new UsageError([
      `export k6: run ${manifest.id} sent requests from a file, which it did not keep; accepted: a run of a workload`,
    ]);
  const workload = await workloads.load(manifest.workload.specifier, root, { signal });
  if (workload.bodyType)
    throw new UsageError([`export k6: ${workload.name} takes a body; accepted: a workload without a body`]);
  return workload;
}
