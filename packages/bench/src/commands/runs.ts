import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SHORTCOMINGS, type Shortcoming, shortcomingsOf } from '@cpu-bound/study/analyse/commands';
import { UsageError } from '@cpu-bound/study/config/config';
import * as format from '@cpu-bound/study/format';
import type { Manifest, Run, TrialResult } from '@cpu-bound/study/model';
import { minutes } from '@cpu-bound/study/progress/display';
import { isOfThisVersion, ResultsError, readManifest, readRun } from '@cpu-bound/study/results/store';
import { claimHere, isMeasured } from './claim.ts';
import { columns, type Surface } from './surface.ts';

type RunFolder = { readonly name: string; readonly path: string; readonly manifest: Manifest };

/** Lists the folders of runs in `results/`, the newest first. @throws ResultsError naming a manifest that is not JSON */
async function foldersOf(root: string): Promise<RunFolder[]> {
  const results = join(root, 'results');
  const names = await readdir(results).catch(() => []);
  const runs = await Promise.all(
    names.map(async (name) => {
      const path = join(results, name);
      const manifest = await readManifest(path);
      return manifest ? [{ name, path, manifest }] : [];
    }),
  );
  return runs.flat().toSorted((a, b) => b.manifest.startedAt.localeCompare(a.manifest.startedAt));
}

/** A run of results/, and how well it can answer: `rank` is 0 for the best, and undefined if it cannot. */
type Candidate = { readonly name: string; readonly path: string; readonly workload: string } & {
  readonly rank: number | undefined;
  /** Its shortcomings, in words; empty for the best. */
  readonly lacks: string;
};

/** Judges the runs, the newest first. @throws ResultsError if a file of a run is not JSON */
async function candidatesIn(root: string): Promise<Candidate[]> {
  const claim = await claimHere();
  const judged = (await foldersOf(root)).map(async ({ name, path, manifest }): Promise<Candidate> => {
    const workload = manifest.workload.specifier;
    const none = (lacks: string) => ({ name, path, workload, rank: undefined, lacks });
    if (manifest.against) return none('it compares two checkouts');
    if (isMeasured(claim, path)) return none('it is being measured');
    if (!isOfThisVersion(manifest)) return none('another version of the bench wrote it');
    const run = await readRun(path);
    if (!run.results.some(hasFigure)) return none('it measured nothing');
    const { interrupted } = run;
    const lacking = shortcomingsOf({ ...manifest, interrupted });
    const rank = lacking.reduce((sum, shortcoming) => sum + 2 ** SHORTCOMINGS.indexOf(shortcoming), 0);
    return {
      name,
      path,
      workload,
      rank,
      lacks: lacking.map((shortcoming) => lacksText(shortcoming, manifest)).join(', and '),
    };
  });
  return Promise.all(judged);
}

const hasFigure = ({ blocks }: TrialResult): boolean => blocks.some(({ windows }) => windows.length > 0);

function lacksText(shortcoming: Shortcoming, { scenarios }: Manifest): string {
  if (shortcoming === 'one question') return `it measured ${scenarios.join()} alone`;
  return shortcoming === 'smoke' ? 'it is a smoke run' : 'it was interrupted';
}

/** Lists the runs that can answer, the best first: those that lack least, and of these the newest. */
export const reportableRuns = async (root: string): Promise<string[]> =>
  bestFirst(await candidatesIn(root)).map(({ path }) => path);

const bestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ rank }) => rank !== undefined).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));

/**
 * Finds the folder of the newest run that has an answer to give, and notes each newer one that it passed over. A run of
 * another workload is no better answer: it answers another question.
 *
 * @throws ResultsError if there is none, or if a file of a run is not JSON
 */
export async function newestRun({ root, note }: Pick<Surface, 'root' | 'note'>): Promise<string> {
  const candidates = await candidatesIn(root);
  const newest = candidates.find(({ rank }) => rank !== undefined);
  const [best] = bestFirst(candidates.filter(({ workload }) => workload === newest?.workload));
  if (!best) {
    const which = candidates.length > 0 ? ' that can answer; bench runs lists the others' : ' yet';
    throw new ResultsError(
      `${join(root, 'results')}: there is no run${which}; name a run's folder, or start one with npx -y pnpm@12 bench run`,
    );
  }
  // A whole run of another workload was not passed over.
  const newer = candidates.slice(0, candidates.indexOf(best)).filter(({ lacks }) => lacks !== '');
  if (newer.length > 0)
    note(
      `this is results/${best.name}; newer, and passed over: ${newer.map(({ name, lacks }) => `${name} (${lacks})`).join('; ')}`,
    );
  return best.path;
}

/** `bench runs` lists the runs in `results/`, the newest first, with their state and their subject. */
export async function runsCommand(root: string): Promise<string> {
  const claim = await claimHere();
  const rows = (await foldersOf(root)).map(async ({ name, path, manifest }) => {
    const run = isOfThisVersion(manifest) ? await readRun(path) : undefined;
    const state = isMeasured(claim, path) ? 'running' : stateOf(run);
    return [name, startOf(manifest), state, whatOf(manifest)];
  });
  return rows.length === 0
    ? 'no run yet: begin with npx -y pnpm@12 bench run'
    : columns(await Promise.all(rows)).join('\n');
}

const startOf = ({ startedAt }: Manifest) => startedAt.slice(0, 16).replace('T', ' ');

function whatOf({ profile, workload, against, flags }: Manifest): string {
  const other = against && `against ${against.name}`;
  return [profile, flags.scenarios, flags.contestants, workload.name, other].filter(Boolean).join(', ');
}

function stateOf(run: Run | undefined): string {
  if (!run) return 'of another version';
  const planned = new Set(run.manifest.plan.map(({ id }) => id));
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
  const chosen = names.map((name) => ({ name, folder: folders.find((folder) => folder.name === name) }));
  const problems = chosen.flatMap(({ name, folder }) => {
    if (!folder) return [`${name}: there is no such run; accepted: a name that bench runs lists`];
    return isMeasured(claim, folder.path)
      ? [`${name}: is being measured by process ${claim?.pid}; end it first`]
      : [];
  });
  if (problems.length > 0) throw new UsageError(problems);
  for (const { folder } of chosen) if (folder) await rm(folder.path, { recursive: true });
}
