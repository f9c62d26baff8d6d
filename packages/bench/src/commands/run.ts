import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { refusalIn, SystemRefusal } from '@cpu-bound/measure/model/system-error';
import { questions } from '@cpu-bound/questions/questions';
import { arithmetic } from '@cpu-bound/report/first-screen/arithmetic';
import type { Wanted } from '@cpu-bound/report/size/size';
import { writeHtml, writeReport } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis, Dimensions, Seconds } from '@cpu-bound/study/model';
import { expectedSeconds } from '@cpu-bound/study/plan/expect';
import { minutes } from '@cpu-bound/study/progress/lines';
import { runProgress } from '@cpu-bound/study/progress/run-progress';
import { layout } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import { createCapacities } from '@cpu-bound/study/run/capacities';
import { Interrupted } from '@cpu-bound/study/run/interrupted';
import { inputKey } from '@cpu-bound/study/run/kernel-times';
import { realPorts } from '@cpu-bound/study/run/ports';
import { prepareRun } from '@cpu-bound/study/run/prepare';
import { type Deadline, runSchedule } from '@cpu-bound/study/run/schedule';
import { whatFits } from '@cpu-bound/study/run/time-kept';
import { showMeanwhile } from './live.ts';
import { publish } from './publish-report.ts';
import { openSession, requestOf, type Session } from './session.ts';
import type { Surface } from './surface.ts';
import { type Bench, withBench } from './with-bench.ts';

export type RunOutcome = { readonly analysis: Analysis; readonly folder: string };

/**
 * `bench run`: config → plan → run → analysis → report.
 *
 * @param wanted the reader's own case, for the report
 */
export async function runCommand(
  flags: RunFlags,
  surface: Surface,
  {
    wanted,
    within = Number.POSITIVE_INFINITY,
  }: { readonly wanted?: Wanted | undefined; readonly within?: Seconds } = {},
): Promise<RunOutcome> {
  const request = await requestOf(flags, surface);
  const { out, promisedSeconds = Number.POSITIVE_INFINITY } = request.settings;
  const measures = `into ${relative(surface.root, out)}`;
  return keeping(out, surface, () =>
    withBench({ ...surface, measures }, async (bench) => {
      const session = await openSession(request, bench, surface);
      const sooner = within < promisedSeconds ? deadlineOf(session, within) : deadlineOf(session);
      await measure(session, bench, surface, { within: sooner });
      return report(session, flags.publish ?? false, wanted, surface);
    }),
  );
}

/** @throws SystemRefusal for what the system refuses meanwhile: it names the folder, and the command that goes on */
async function keeping<T>(folder: string, { cwd }: Surface, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const refused = refusalIn(error, folder);
    if (!refused || !existsSync(join(folder, layout.manifest))) throw refused ?? error;
    const shown = relative(cwd, folder) || folder;
    throw new SystemRefusal(
      `${refused.message}. What was measured is kept; to continue: pnpm bench run --resume ${shown}`,
    );
  }
}

/** Analysing, drawing and writing: what a run keeps back of its time. */
const conclusionSeconds = (promised: Seconds): Seconds => 1.2 + promised / 300;

/** A profile's time is a promise of ±5 %; the rounds that a verdict needs may use most of that. */
const TOLERANCE = 0.04;

/** The settings of a measurement beside its session. */
export type Measuring = {
  /** Absent: as long as its plan takes. */
  readonly within?: Deadline | undefined;
  /** The folder of the study that it belongs to; absent: its own. */
  readonly study?: string;
};

/** Measures the dimensions first, then follows the schedule. An interruption ends it early and is no error. */
export async function measure(
  session: Session,
  { generators }: Bench,
  surface: Surface,
  { within, study = session.store.folder }: Measuring,
): Promise<void> {
  const { config, manifest, store, backends, done } = session;
  const { root, print, step, signal } = surface;
  for (const { id, fit, detail, remedy } of manifest.checks)
    if (!fit) print(`unfit: ${id}: ${detail} → ${remedy}`);
  const before = secondsOf(done);
  announce(session, before, print, relative(root, store.folder) || store.folder);
  const { redis, provisions } = backends;
  const base = { config, store, redis, provisions, signal, generators };
  try {
    const dimensions =
      session.dimensions ??
      (await prepareRun(manifest.plan, base, (what) => step(`measuring first: ${what}`)));
    await store.keepDimensions(dimensions);
    for (const line of arithmeticOf(session, dimensions)) print(line);
    const context = { ...base, dimensions, capacities: createCapacities(), ports: realPorts(base) };
    const goOn = study === store.folder ? 'pnpm bench run --resume' : 'pnpm bench more';
    const events = { ...runProgress(surface), ...showMeanwhile(study, goOn, surface) };
    await runSchedule(manifest.plan, done, context, within, events);
  } catch (error) {
    if (!(signal.aborted && signal.reason instanceof Interrupted)) throw error;
  }
}

/** The arithmetic of a task's time, before anything is measured; nothing where a run is added, or goes on. */
function arithmeticOf({ config, done, dimensions: known }: Session, { kernelMs }: Dimensions): string[] {
  const ms = kernelMs[inputKey(config.headline)];
  return ms === undefined || known || done.length > 0 ? [] : arithmetic(ms, config.cores, config.rate);
}

const secondsOf = (done: Session['done']): Seconds =>
  done.reduce((sum, { end }) => sum + (end?.tookS ?? 0), 0);

/** When the promised time is over. The clock of this process began with it: what it took to find Redis counts. */
function deadlineOf(
  { config: { promisedSeconds }, done }: Session,
  promised: Seconds | undefined = promisedSeconds,
): Deadline | undefined {
  if (promised === undefined) return undefined;
  const at = (promised - secondsOf(done) - conclusionSeconds(promised)) * 1000;
  return { at, tolerance: TOLERANCE * promised };
}

/** How long it will take, and what does not fit into that. */
function announce(
  { config, manifest: { plan }, done }: Session,
  before: Seconds,
  print: (line: string) => void,
  folder: string,
): void {
  const ended = new Set(done.filter(({ end }) => end).map(({ trial }) => trial));
  const remaining = plan
    .filter(({ id, filler }) => !ended.has(id) && !filler)
    .map((trial) => ({ trial, expected: expectedSeconds(trial, config.profile) }));
  const wanted = remaining.reduce((sum, { expected }) => sum + expected, 0);
  const { promisedSeconds } = config;
  const total = promisedSeconds === undefined ? wanted : promisedSeconds - before;
  print(`${remaining.length} trials into ${folder}, about ${minutes(total)}`);
  if (promisedSeconds === undefined) return;
  const left = remaining.length - whatFits(remaining, total, TOLERANCE * total).length;
  if (left > 0)
    print(`the last rounds of what matters least, ${left} trials, are left out to keep that time`);
}

/** Analyses and writes the report, from the files alone. */
async function report(
  { store }: Session,
  isPublished: boolean,
  wanted: Wanted | undefined,
  { root, now }: Surface,
): Promise<RunOutcome> {
  const { folder } = store;
  now('analysing, and writing the report');
  const analysis = decide(analyse(await readStudy(folder), questions), questions);
  await writeReport(analysis, questions, { page: join(folder, layout.report), folder, wanted });
  if (!analysis.run.against) await writeHtml(join(folder, layout.html), analysis, questions);
  // A run that was cut short must not replace the report of a whole one.
  if (isPublished && !analysis.run.interrupted) await publish(analysis, root);
  return { analysis, folder };
}
