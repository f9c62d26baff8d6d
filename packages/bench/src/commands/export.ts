import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withAnswers } from '@cpu-bound/lab/export/answers';
import { thresholdsOf } from '@cpu-bound/lab/export/confirmation';
import { k6Script } from '@cpu-bound/lab/export/k6-script';
import { type ExportedLoad, loadsOf } from '@cpu-bound/lab/export/loads';
import { readRecord } from '@cpu-bound/report/adr/record';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Run } from '@cpu-bound/study/model';
import { readStudy } from '@cpu-bound/study/results/study';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { loadWorkload } from '@cpu-bound/workload';
import writeFileAtomic from 'write-file-atomic';
import type { Surface } from './surface.ts';

export type ExportFlags = {
  readonly scenario: string;
  /** Whose rates; the baseline's unless told. */
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
 * @returns its text; it was written where `--out` says
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
    const able = scenarios.filter(({ id }) => loadsOf(run, id, contestant).length > 0).map(({ id }) => id);
    throw new UsageError([
      `--scenario ${flags.scenario}: run ${manifest.id} has no load of it on ${contestant}; accepted: ${able.join(', ') || 'none in this run'}`,
    ]);
  }
  const workload = await loadWorkload(manifest.workload.specifier, root);
  if (workload.bodyFor)
    throw new UsageError([
      `export k6: ${workload.name} takes a body; accepted: a workload that is asked by GET`,
    ]);
  const always = {
    checks: ['rate==1'],
    ...(loads.some(({ kind }) => kind === 'open') && { dropped_iterations: ['count==0'] }),
  };
  const decided = await decisionOf(flags, contestant, run, loads, cwd);
  const script = k6Script({
    about: [
      `The loads of “${flags.scenario}” on ${contestant} as run ${manifest.id} of cpu-bound-endpoints offered them.`,
      'k6 run -e BASE_URL=http://… this-file.js; the same file for its operator on Kubernetes, and for its cloud.',
      ...loads.flatMap((load) =>
        load.kind === 'open' && load.arrivals === 'poisson'
          ? [
              `${load.name}: the run had Poisson arrivals; k6 sends at equal distances, so its queues are shorter.`,
            ]
          : [],
      ),
      ...decided.about,
    ],
    origin: DEFAULT_ORIGIN,
    warmUpSeconds: WARM_UP_SECONDS,
    loads: await Promise.all(loads.map((load) => withAnswers(load, workload))),
    thresholds: { ...always, ...decided.thresholds },
  });
  if (flags.out !== undefined) await writeFileAtomic(resolve(cwd, flags.out), script);
  return script;
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
      `--contestant ${contestant}: the decision is for another; accepted with --decision ${decision}: ${outcome.join(', ')}`,
    ]);
  const { thresholds, untold } = thresholdsOf(record, contestant, analyse(run, scenarios), loads);
  const about = [
    `Thresholds: ${contestant} has to stay as much better than the others were in that run as ${decision} says; times hold on machines like its own.`,
    ...(untold.length > 0 ? [`Not to be told by these loads: ${untold.join(', ')}.`] : []),
  ];
  return { thresholds, about };
}
