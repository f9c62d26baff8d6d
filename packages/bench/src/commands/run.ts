import { randomUUID } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import { reportScenarios } from '@cpu-bound/report/sections/sections';
import { writeReport } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { RunFlags } from '@cpu-bound/study/config/complete';
import { UsageError } from '@cpu-bound/study/config/config';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis, Seconds } from '@cpu-bound/study/model';
import { expectedSeconds } from '@cpu-bound/study/plan/expect';
import { minutes } from '@cpu-bound/study/progress/lines';
import { plainProgress, terminalProgress } from '@cpu-bound/study/progress/progress';
import { layout } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import { createCapacities } from '@cpu-bound/study/run/capacities';
import { Interrupted } from '@cpu-bound/study/run/interrupted';
import { realPorts } from '@cpu-bound/study/run/ports';
import { prepareRun } from '@cpu-bound/study/run/prepare';
import { runSchedule, type Until } from '@cpu-bound/study/run/schedule';
import { whatFits } from '@cpu-bound/study/run/time-kept';
import { publish } from './publish.ts';
import { beginSession, resumeSession, type Session } from './session.ts';
import type { Surface } from './surface.ts';

export type RunOutcome = { readonly analysis: Analysis; readonly folder: string };

/** `bench run`: config → plan → run → analysis → report. */
export async function runCommand(flags: RunFlags, surface: Surface): Promise<RunOutcome> {
  const { resume, ...others } = flags;
  const mark = randomUUID();
  const guard = () => startGuard(mark);
  try {
    const session =
      resume === undefined
        ? await beginSession(flags, surface, guard)
        : await resumeSession(onlyResume(resume, others, surface), surface, guard);
    try {
      await measure(session, surface);
      return await conclude(session, flags.publish ?? false, surface);
    } finally {
      await session.backends.stop();
    }
  } finally {
    await sweep(mark);
  }
}

/** The flags of a run that goes on are those that it began with. */
function onlyResume(
  resume: string,
  { publish: _publish, unknown = [], ...others }: RunFlags,
  { cwd }: Surface,
): string {
  const given = [...Object.keys(others).map((name) => `--${name}`), ...unknown];
  if (given.length > 0)
    throw new UsageError([`--resume goes alone (or with --publish); it was given with ${given.join(', ')}`]);
  return resolve(cwd, resume);
}

/** Analysing, drawing and writing: what a run keeps back of its time. */
const conclusionSeconds = (promised: Seconds): Seconds => 1.2 + promised / 300;

/** A profile's time is a promise of ±5 %; the rounds that a verdict needs may use most of that. */
const TOLERANCE = 0.04;

/** What has to be known first, then the schedule. An interruption ends it early and is no error. */
export async function measure(
  session: Session,
  { root, print, isTerminal, signal }: Surface,
  within: Until | undefined = untilOf(session),
): Promise<void> {
  const { config, manifest, store, backends, done } = session;
  const { plan: trials } = manifest;
  for (const { id, fit, detail, remedy } of manifest.checks)
    if (!fit) print(`unfit: ${id}: ${detail} → ${remedy}`);
  const before = secondsOf(done);
  announce(session, before, print, relative(root, store.folder) || store.folder);
  const generators = createGenerators();
  try {
    const { redis, provisions } = backends;
    const base = { config, store, redis, provisions, signal, generators };
    const prepared =
      session.dimensions ?? (await prepareRun(trials, base, (what) => print(`measuring first: ${what}`)));
    await store.keepDimensions(prepared);
    const progress = isTerminal ? terminalProgress(print) : plainProgress(print);
    const context = {
      ...base,
      dimensions: prepared,
      capacities: createCapacities(),
      ports: realPorts(base),
    };
    try {
      await runSchedule(trials, done, context, within, progress);
    } finally {
      await progress.end();
    }
  } catch (error) {
    if (!(signal.aborted && signal.reason instanceof Interrupted)) throw error;
  } finally {
    await generators.stop();
  }
}

const secondsOf = (done: Session['done']): Seconds =>
  done.reduce((sum, { end }) => sum + (end?.tookS ?? 0), 0);

/** When the promised time is over. The clock of this process began with it: what it took to find Redis counts. */
function untilOf({ config: { promisedSeconds: promised }, done }: Session): Until | undefined {
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
async function conclude({ store }: Session, isPublished: boolean, { root }: Surface): Promise<RunOutcome> {
  const { folder } = store;
  const analysis = decide(analyse(await readStudy(folder), reportScenarios), reportScenarios);
  await writeReport(analysis, reportScenarios, { page: join(folder, layout.report), folder });
  // A run that was cut short must not replace the report of a whole one.
  if (isPublished && !analysis.run.interrupted) await publish(analysis, root);
  return { analysis, folder };
}
