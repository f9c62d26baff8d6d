import { resolve } from 'node:path';
import { withAnswers } from '@cpu-bound/lab/export/answers';
import { k6Script } from '@cpu-bound/lab/export/k6-script';
import { readStudy } from '@cpu-bound/study/results/study';
import { defined } from '@cpu-bound/workload/defined';
import { exportedContestant, exportedLoads, exportedWorkload } from './export-refusals.ts';
import { confirmationOf } from './export-thresholds.ts';
import type { Surface } from './surface.ts';

export type ExportFlags = {
  readonly scenario: string;
  /** The contestant whose rates are exported (default: the baseline). */
  readonly contestant?: string;
  /** A record that bench adr wrote. */
  readonly decision?: string;
  readonly out?: string;
};

const DEFAULT_ORIGIN = 'http://127.0.0.1:3000';
const WARM_UP_SECONDS = 5;

/**
 * `bench export k6` writes the loads of a run as a script for k6.
 *
 * @returns the script
 * @throws UsageError naming the flag and what is accepted
 */
export async function exportCommand(
  folder: string,
  { scenario, contestant: flag, decision }: ExportFlags,
  surface: Pick<Surface, 'root' | 'cwd' | 'signal' | 'workloads'>,
): Promise<string> {
  const { cwd } = surface;
  const run = await readStudy(resolve(cwd, folder));
  const workload = await exportedWorkload(run, surface);
  const contestant = exportedContestant(run, flag);
  const loads = exportedLoads(run, scenario, contestant);
  const always = defined({
    checks: ['rate==1'],
    dropped_iterations: loads.some(({ kind }) => kind === 'open') ? ['count==0'] : undefined,
  });
  const confirmation =
    decision === undefined ? undefined : await confirmationOf(decision, { run, contestant, loads }, cwd);
  return k6Script({
    about: [
      `The loads of “${scenario}” on ${contestant} as run ${run.manifest.id} of cpu-bound-endpoints offered them.`,
      'k6 run -e BASE_URL=http://… this-file.js; the same file for its operator on Kubernetes, and for its cloud.',
      ...loads
        .filter((load) => load.kind === 'open' && load.arrivals === 'poisson')
        .map(
          ({ name }) =>
            `${name}: the run had Poisson arrivals; k6 sends at equal distances, so its queues are shorter.`,
        ),
      ...(confirmation?.about ?? []),
    ],
    origin: DEFAULT_ORIGIN,
    warmUpSeconds: WARM_UP_SECONDS,
    loads: await Promise.all(loads.map((load) => withAnswers(load, workload))),
    thresholds: { ...always, ...confirmation?.thresholds },
  });
}
