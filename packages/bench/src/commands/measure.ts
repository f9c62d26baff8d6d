import { relative } from 'node:path';
import type { Check, Seconds } from '@cpu-bound/measure/model';
import { arithmetic } from '@cpu-bound/report/first-screen/terminal';
import { coreTime } from '@cpu-bound/study/analyse/look-up';
import { avoidableOmissions } from '@cpu-bound/study/decide/warnings';
import { count } from '@cpu-bound/study/format';
import type { Dimensions } from '@cpu-bound/study/model';
import { expectedSeconds } from '@cpu-bound/study/plan/windows';
import { minutes, runProgress } from '@cpu-bound/study/progress/display';
import { createCapacities, createGeneratorsNeeded } from '@cpu-bound/study/run/capacities';
import { Interrupted } from '@cpu-bound/study/run/context';
import { inputKey, prepareRun } from '@cpu-bound/study/run/kernel-times';
import { realPorts } from '@cpu-bound/study/run/ports';
import { type Deadline, runSchedule, whatFits } from '@cpu-bound/study/run/schedule';
import { waitedMs } from './claim.ts';
import { showMeanwhile } from './live.ts';
import type { PreparedRun } from './prepare.ts';
import type { Surface } from './surface.ts';

/** Estimates the time that a run reserves for analysing, drawing and writing. */
const conclusionSeconds = (promised: Seconds): Seconds => 1.2 + promised / 300;

/**
 * The seconds by which the rounds of a verdict may exceed the time. A profile gets a minute, and at most a fifth of its
 * time: `quick` needs its tenth round for a verdict on throughput, and a function whose module loads slowly makes each
 * start longer. A time that a flag gives is kept.
 */
export function toleranceOf({
  config,
}: {
  readonly config: Pick<PreparedRun['config'], 'promisedSeconds' | 'goOn'>;
}): Seconds {
  const allowed = allowedSeconds(config);
  return config.goOn?.within === allowed ? 0.04 * allowed : Math.min(60, 0.2 * allowed);
}

/**
 * Measures the dimensions first, then follows the schedule. An interruption ends it early and is no error.
 *
 * @param within when to stop (default: at the end of the run's time or plan)
 * @param study the folder of the study to which the run belongs (default: its own)
 */
export async function measure(
  run: PreparedRun,
  surface: Surface,
  {
    within = deadlineOf(run),
    study = run.store.folder,
  }: { readonly within?: Deadline; readonly study?: string } = {},
): Promise<void> {
  const { config, manifest, store, backends, generators, done } = run;
  const { root, print, step, signal } = surface;
  for (const line of [...unfitLines(run.checks), ...avoidableOmissions(manifest.leftOut)]) print(line);
  const before = secondsOf(done);
  announce(run, before, print, relative(root, store.folder) || store.folder);
  const { redis, provisions } = backends;
  const base = { config, store, redis, provisions, signal, generators };
  try {
    const dimensions =
      run.dimensions ?? (await prepareRun(manifest.plan, base, (what) => step(`measuring first: ${what}`)));
    await store.keepDimensions(dimensions);
    for (const line of arithmeticOf(run, dimensions)) print(line);
    const context = {
      ...base,
      dimensions,
      capacities: createCapacities(),
      generatorsNeeded: createGeneratorsNeeded(config),
      framing: { refusals: [] },
      ports: realPorts(base),
    };
    const goOn = study === store.folder ? 'npx -y pnpm@12 bench run --resume' : 'npx -y pnpm@12 bench more';
    const progress = runProgress(surface, manifest.plan);
    const events = { ...progress, ...showMeanwhile({ folder: study, plan: manifest.plan }, goOn, surface) };
    await runSchedule(manifest.plan, done, context, within, events).finally(progress.stop);
  } catch (error) {
    if (!(signal.aborted && signal.reason instanceof Interrupted)) throw error;
  }
}

/** Prints the arithmetic of a task's time before the first window. A run that continues, or is added, prints none. */
function arithmeticOf(
  { config, manifest, done, dimensions: known }: PreparedRun,
  { kernelMs }: Dimensions,
): string[] {
  const ms = kernelMs[inputKey(config.headline)];
  return ms === undefined || known || done.length > 0
    ? []
    : arithmetic(ms, coreTime(manifest.environment), {
        timed: 'timed before the rounds, which correct it',
        rate: config.rate,
      });
}

const secondsOf = (done: PreparedRun['done']): Seconds =>
  done.reduce((sum, { end }) => sum + (end?.tookS ?? 0), 0);

/** The promised time of a run, or a shorter one from a flag; infinite if neither is known. */
const allowedSeconds = ({
  promisedSeconds,
  goOn,
}: Pick<PreparedRun['config'], 'promisedSeconds' | 'goOn'>): Seconds =>
  Math.min(promisedSeconds ?? Number.POSITIVE_INFINITY, goOn?.within ?? Number.POSITIVE_INFINITY);

/** The clock starts with this process, so the search for Redis counts, but no wait for another bench. */
function deadlineOf(prepared: PreparedRun): Deadline | undefined {
  const { config, done } = prepared;
  const allowed = allowedSeconds(config);
  if (allowed === Number.POSITIVE_INFINITY) return undefined;
  const at = waitedMs() + (allowed - secondsOf(done) - conclusionSeconds(allowed)) * 1000;
  return { at, tolerance: toleranceOf(prepared) };
}

/** The time to time the task and the load generators, before the first trial. */
const DIMENSIONS: Seconds = 4;

/**
 * Estimates the time from here to the end of a run. The first trial is measured in any case, even if the promised time,
 * which began with the command, has no room for it.
 *
 * @param left of the promised time; infinite if none was promised
 */
export const secondsAhead = (of: {
  readonly planned: Seconds;
  readonly first: Seconds;
  readonly left: Seconds;
}): Seconds => (of.left === Number.POSITIVE_INFINITY ? of.planned : Math.max(DIMENSIONS + of.first, of.left));

/** Prints the expected duration, and how many trials do not fit into the promised time. */
function announce(
  prepared: PreparedRun,
  before: Seconds,
  print: (line: string) => void,
  folder: string,
): void {
  const { config, manifest, done } = prepared;
  const ended = new Set(done.filter(({ end }) => end).map(({ trial }) => trial));
  const remaining = manifest.plan
    .filter(({ id }) => !ended.has(id))
    .map((trial) => ({ trial, expected: expectedSeconds(trial, config.profile) }));
  const planned = remaining.reduce((sum, { expected }) => sum + expected, 0);
  const allowed = allowedSeconds(config);
  const since = before + (performance.now() - waitedMs()) / 1000;
  const total = secondsAhead({ planned, first: remaining[0]?.expected ?? 0, left: allowed - since });
  print(`${count(remaining.length, 'trial')} into ${folder}, about ${minutes(total)}`);
  if (allowed === Number.POSITIVE_INFINITY) return;
  const omitted = remaining.length - whatFits(remaining, total, toleranceOf(prepared)).length;
  if (omitted > 0)
    print(`${count(omitted, 'trial')} of the least important questions are left out to keep that time`);
}

/** Says what is unfit about this machine, and what that means for the run, which measures all the same. */
export function unfitLines(checks: readonly Check[]): string[] {
  const unfit = checks.filter(({ fit }) => !fit);
  if (unfit.length === 0) return [];
  return [
    ...unfit.map(({ id, detail, remedy }) => `unfit: ${id}: ${detail} → ${remedy}`),
    'The run measures anyway. All strategies meet the same disturbance, so its ratios hold for a machine in this state; figures may be worse than on a fit one, and fewer differences may be shown. The report names this under “Checks of this run”.',
  ];
}
