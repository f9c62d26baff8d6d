import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withAnswers } from '@cpu-bound/lab/export/answers';
import { thresholdsOf } from '@cpu-bound/lab/export/confirmation';
import { k6Script } from '@cpu-bound/lab/export/k6-script';
import { type ExportedLoad, loadsOf } from '@cpu-bound/lab/export/loads';
import { questions } from '@cpu-bound/questions/questions';
import { readRecord } from '@cpu-bound/report/adr/record';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Run } from '@cpu-bound/study/model';
import { readStudy } from '@cpu-bound/study/results/study';
import { loadWorkload } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Surface } from './surface.ts';

export type ExportFlags = {
  readonly scenario: string;
  /** The contestant whose rates are taken; absent: the baseline. */
  readonly contestant?: string;
  /** A record that bench adr wrote. */
  readonly decision?: string;
  readonly out?: string;
};

const DEFAULT_ORIGIN = 'http://127.0.0.1:3000';
const WARM_UP_SECONDS = 5;

/**
 * `bench export k6`: the loads of a run as a script for k6.
 *
 * @returns its text
 * @throws UsageError naming the flag and what is accepted
 */
export async function exportCommand(
  folder: string,
  flags: ExportFlags,
  { root, cwd }: Pick<Surface, 'root' | 'cwd'>,
): Promise<string> {
  const run = await readStudy(resolve(cwd, folder));
  const { manifest } = run;
  const contestant = contestantOf(flags, run);
  const loads = loadsOf(run, flags.scenario, contestant);
  if (loads.length === 0) {
    const able = questions.filter(({ id }) => loadsOf(run, id, contestant).length > 0).map(({ id }) => id);
    throw new UsageError([
      `--scenario ${flags.scenario}: run ${manifest.id} sent no load of this scenario to ${contestant}; accepted: ${able.join(', ') || 'none in this run'}`,
    ]);
  }
  if (manifest.workload.requests)
    throw new UsageError([
      `export k6: run ${manifest.id} sent requests from a file, which it did not keep; accepted: a run of a workload`,
    ]);
  const workload = await loadWorkload(manifest.workload.specifier, root);
  if (workload.bodyFor)
    throw new UsageError([`export k6: ${workload.name} takes a body; accepted: a workload without a body`]);
  const always = defined({
    checks: ['rate==1'],
    dropped_iterations: loads.some(({ kind }) => kind === 'open') ? ['count==0'] : undefined,
  });
  const confirmed = await decisionOf(flags, contestant, run, loads, cwd);
  return k6Script({
    about: [
      `The loads of “${flags.scenario}” on ${contestant} as run ${manifest.id} of cpu-bound-endpoints offered them.`,
      'k6 run -e BASE_URL=http://… this-file.js; the same file for its operator on Kubernetes, and for its cloud.',
      ...loads
        .filter((load) => load.kind === 'open' && load.arrivals === 'poisson')
        .map(
          ({ name }) =>
            `${name}: the run had Poisson arrivals; k6 sends at equal distances, so its queues are shorter.`,
        ),
      ...confirmed.about,
    ],
    origin: DEFAULT_ORIGIN,
    warmUpSeconds: WARM_UP_SECONDS,
    loads: await Promise.all(loads.map((load) => withAnswers(load, workload))),
    thresholds: { ...always, ...confirmed.thresholds },
  });
}

function contestantOf({ contestant }: ExportFlags, { manifest }: Run): string {
  const known = manifest.contestants.map(({ id }) => id);
  if (contestant === undefined) return manifest.baseline;
  if (known.includes(contestant)) return contestant;
  throw new UsageError([`--contestant ${contestant}: is not in this run; accepted: ${known.join(', ')}`]);
}

async function decisionOf(
  { decision }: ExportFlags,
  contestant: string,
  run: Run,
  loads: readonly ExportedLoad[],
  cwd: string,
): Promise<{ readonly thresholds: Record<string, string[]>; readonly about: readonly string[] }> {
  if (decision === undefined) return { thresholds: {}, about: [] };
  const text = await readFile(resolve(cwd, decision), 'utf8').catch(() => {
    throw new UsageError([`--decision ${decision}: cannot be read; accepted: a record that bench adr wrote`]);
  });
  const record = readRecord(text, decision, '--decision');
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
