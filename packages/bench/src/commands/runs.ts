import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import type { Manifest, Run } from '@cpu-bound/study/model';
import { minutes } from '@cpu-bound/study/progress/lines';
import { isOfThisVersion, ResultsError, readManifest, readRun } from '@cpu-bound/study/results/store';
import { claimHere, isMeasured } from './claim.ts';
import { columns } from './columns.ts';

type RunFolder = { readonly name: string; readonly path: string; readonly manifest: Manifest };

/** Lists the folders of runs in `results/`, the newest first. @throws ResultsError naming a manifest that is not JSON */
async function foldersOf(root: string): Promise<RunFolder[]> {
  const results = join(root, 'results');
  const names = await readdir(results).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(results, name);
      const manifest = await readManifest(path);
      return manifest ? [{ name, path, manifest }] : [];
    }),
  );
  return found.flat().toSorted((a, b) => b.manifest.startedAt.localeCompare(a.manifest.startedAt));
}

/**
 * Lists the folders of the runs that can be reported, the best first. Any profile comes before smoke, a finished run
 * before an interrupted one, then the newest. Runs without an ended trial, runs of two checkouts and the run in progress
 * do not count.
 *
 * @throws ResultsError if a file of a run is not JSON
 */
export async function reportableRuns(root: string): Promise<string[]> {
  const claim = await claimHere();
  const found: { readonly path: string; readonly rank: number }[] = [];
  for (const { path, manifest } of await foldersOf(root)) {
    if (manifest.against) continue; // it compares two checkouts, and is no study of strategies
    if (isMeasured(claim, root, path) || !isOfThisVersion(manifest)) continue;
    const rank = rankOf(await readRun(path));
    if (rank !== undefined) found.push({ path, rank });
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ path }) => path);
}

/**
 * Finds the folder of the best run to report.
 *
 * @throws ResultsError if there is none, or if a file of a run is not JSON
 */
export async function newestRun(root: string): Promise<string> {
  const [best] = await reportableRuns(root);
  if (best) return best;
  const which = (await foldersOf(root)).length > 0 ? ' that can answer; bench runs lists the others' : ' yet';
  throw new ResultsError(
    `${join(root, 'results')}: there is no run${which}; name a run's folder, or start one with npx -y pnpm@12 bench run`,
  );
}

/** Ranks how well a run can answer; 0 is best. @returns undefined if nothing was measured */
function rankOf({ manifest, results, interrupted }: Run): number | undefined {
  if (!results.some(({ end }) => end)) return undefined;
  const isSmoke = manifest.profile === 'smoke';
  return (isSmoke ? 2 : 0) + (interrupted ? 1 : 0);
}

/**
 * `bench runs` lists the runs in `results/`, the newest first: when each began, what it measured, how complete it is.
 */
export async function runsCommand(root: string): Promise<string> {
  const claim = await claimHere();
  const rows = (await foldersOf(root)).map(async ({ name, path, manifest }) => {
    const run = isOfThisVersion(manifest) ? await readRun(path) : undefined;
    const state = isMeasured(claim, root, path) ? 'running' : stateOf(run);
    return [name, startOf(manifest), state, whatOf(manifest)];
  });
  return rows.length === 0
    ? 'no run yet: begin with npx -y pnpm@12 bench run'
    : columns(await Promise.all(rows)).join('\n');
}

const startOf = ({ startedAt }: Manifest) => startedAt.slice(0, 16).replace('T', ' ');

function whatOf({ profile, workload, against, flags }: Manifest): string {
  const other = against && `against ${against.name}`;
  const asked = [profile, flags.scenarios, flags.contestants, workload.name, other].filter(
    (one) => typeof one === 'string',
  );
  return asked.join(', ');
}

function stateOf(run: Run | undefined): string {
  if (!run) return 'of another version';
  // A filler is a spare trial, which the schedule runs only if time is left.
  const planned = new Set(run.manifest.plan.filter(({ filler }) => !filler).map(({ id }) => id));
  const ended = run.results.filter(({ trial, end }) => end && planned.has(trial)).length;
  const trials = format.count(planned.size, 'trial');
  if (run.interrupted) return `interrupted after ${ended} of ${trials}`;
  const leftOut = run.notRun.length > 0 ? `, ${run.notRun.length} of ${trials} left out` : '';
  return `finished, ${minutes(run.durationS)}${leftOut}`;
}

/**
 * `bench runs rm NAME…` removes runs by the names that `bench runs` lists.
 *
 * @throws UsageError naming each run that does not exist or is being measured. Nothing is removed then.
 */
export async function removeRunsCommand(names: readonly string[], root: string): Promise<void> {
  const folders = await foldersOf(root);
  const claim = await claimHere();
  const chosen = names.map((name) => ({ name, folder: folders.find((one) => one.name === name) }));
  const problems = chosen.flatMap(({ name, folder }) => {
    if (!folder) return [`${name}: there is no such run; accepted: a name that bench runs lists`];
    return isMeasured(claim, root, folder.path)
      ? [`${name}: is being measured by process ${claim?.pid}; end it first`]
      : [];
  });
  if (problems.length > 0) throw new UsageError(problems);
  for (const { folder } of chosen) if (folder) await rm(folder.path, { recursive: true });
}
