import { randomUUID } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { analyse } from '../analyse/analyse.ts';
import type { RunFlags } from '../measure/config/complete.ts';
import { UsageError } from '../measure/config/config.ts';
import { startGuard } from '../measure/host/guard.ts';
import { sweep } from '../measure/host/marker.ts';
import { createGenerators } from '../measure/load/loads.ts';
import { expectedSeconds, overheadSeconds } from '../measure/plan/plan.ts';
import { layout, readRun } from '../measure/results/store.ts';
import { Interrupted } from '../measure/run/context.ts';
import { dimension } from '../measure/run/dimension.ts';
import { runSchedule } from '../measure/run/schedule.ts';
import type { Analysis } from '../model.ts';
import { minutes } from '../progress/lines.ts';
import { plainProgress, terminalProgress } from '../progress/progress.ts';
import { writeReport } from '../report/write.ts';
import { scenarios } from '../scenarios/scenarios.ts';
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
      await session.redis?.stop();
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

/** Dimensions, then the schedule. An interruption ends it early and is no error. */
async function measure(session: Session, { root, print, isTerminal, signal }: Surface): Promise<void> {
  const { config, manifest, store, redis, done } = session;
  const { plan: trials } = manifest;
  const finished = new Set(done.map(({ trial }) => trial.id));
  const expected = trials.map((trial) =>
    finished.has(trial.id) ? 0 : expectedSeconds(trial, config.profile),
  );
  const before = session.dimensions ? 0 : overheadSeconds(config, trials);
  const total = expected.reduce((sum, seconds) => sum + seconds, before);
  for (const { id, fit, detail, remedy } of manifest.checks)
    if (!fit) print(`unfit: ${id}: ${detail} → ${remedy}`);
  const left = trials.length - finished.size;
  print(`${left} trials into ${relative(root, store.folder) || store.folder}, about ${minutes(total)}`);
  const generators = createGenerators();
  try {
    const base = { config, store, redis, signal, generators };
    const dimensions =
      session.dimensions ?? (await dimension(trials, base, (what) => print(`dimensioning: ${what}`)));
    await store.keepDimensions(dimensions);
    const options = { plan: trials, expected, print, now: () => performance.now() };
    const progress = isTerminal ? terminalProgress(options) : plainProgress(options);
    try {
      await runSchedule(trials, done, { ...base, dimensions }, progress);
    } finally {
      await progress.end();
    }
  } catch (error) {
    if (!(signal.aborted && signal.reason instanceof Interrupted)) throw error;
  } finally {
    await generators.stop();
  }
}

/** Analyses and writes the report, from the files alone. */
async function conclude({ store }: Session, publish: boolean, { root }: Surface): Promise<RunOutcome> {
  const { folder } = store;
  const analysis = analyse(await readRun(folder), scenarios);
  await writeReport(analysis, scenarios, { page: join(folder, layout.report), folder });
  // A run that was cut short must not replace the report of a whole one.
  if (publish && !analysis.run.interrupted) {
    await writeReport(analysis, scenarios, { page: join(root, layout.report), folder: join(root, 'report') });
  }
  return { analysis, folder };
}
