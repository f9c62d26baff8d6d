import { resolve } from 'node:path';
import { withAnswers } from '@cpu-bound/lab/export/answers';
import { thresholdsOf } from '@cpu-bound/lab/export/confirmation';
import { k6Script } from '@cpu-bound/lab/export/k6-script';
import { type ExportedLoad, loadsOf } from '@cpu-bound/lab/export/loads';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import { questions } from '@cpu-bound/questions/questions';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Run } from '@cpu-bound/study/model';
import { readStudy } from '@cpu-bound/study/results/study';
import { defined } from '@cpu-bound/workload/defined';
import { recordIn } from './adr.ts';
import type { Surface } from './surface.ts';

export type ExportFlags = {
  readonly scenario: string;
  readonly contestant?: string;
  readonly decision?: string;
  readonly out?: string;
};

const DEFAULT_ORIGIN = 'http://127.0.0.1:3000';
const WARM_UP_SECONDS = 5;

/** `bench export k6` writes the loads of a run as a script. @throws UsageError naming the flag */
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
    decision === undefined ? undefined : await confirmationOf(decision, run, contestant, loads, cwd);
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

/** Chooses the contestant whose rates are exported: the baseline, unless the flag names another. @throws UsageError */
function exportedContestant({ manifest }: Run, flag: string | undefined): string {
  const known = manifest.contestants.map(({ id }) => id);
  if (flag === undefined) return manifest.baseline;
  if (known.includes(flag)) return flag;
  throw new UsageError([`--contestant ${flag}: is not in this run; accepted: ${known.join(', ')}`]);
}

/** Lists the loads of a scenario on this contestant. @throws UsageError naming the scenarios that have loads */
function exportedLoads(run: Run, scenario: string, contestant: string): ExportedLoad[] {
  const loads = loadsOf(run, scenario, contestant);
  if (loads.length > 0) return loads;
  const able = questions.filter(({ id }) => loadsOf(run, id, contestant).length > 0).map(({ id }) => id);
  throw new UsageError([
    `--scenario ${scenario}: run ${run.manifest.id} sent no load of this scenario to ${contestant}; accepted: ${able.join(', ') || 'none in this run'}`,
  ]);
}

/** @throws UsageError if the requests of the run have bodies, or come from a file */
async function exportedWorkload(
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

/** The thresholds of a script, and the comment that explains them. */
type Confirmation = {
  readonly thresholds: Readonly<Record<string, string[]>>;
  readonly about: readonly string[];
};

/** Turns a decision record into the thresholds that confirm it. @throws UsageError naming the flag and what is accepted */
async function confirmationOf(
  decision: string,
  run: Run,
  contestant: string,
  loads: readonly ExportedLoad[],
  cwd: string,
): Promise<Confirmation> {
  const record = await recordIn(decision, '--decision', cwd);
  const { outcome } = record.confirmation;
  if (!outcome.includes(contestant))
    throw new UsageError([
      `--contestant ${contestant}: the decision chose another contestant; accepted with --decision ${decision}: ${outcome.join(', ')}`,
    ]);
  const { thresholds, beyondLoad } = thresholdsOf(record, contestant, analyse(run, questions), loads);
  const about = [
    `Thresholds: ${contestant} has to stay as much better than the others were in that run as ${decision} says; times hold on machines like its own.`,
    ...(beyondLoad.length > 0 ? [`These loads cannot show: ${beyondLoad.join(', ')}.`] : []),
  ];
  return { thresholds, about };
}
