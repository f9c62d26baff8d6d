import { ContestantFailure } from '@cpu-bound/measure/host/readiness';
import type { ClosedLoad, Seconds } from '@cpu-bound/measure/model';
import type { Query } from '@cpu-bound/workload';
import type { Subject, Trial } from '../model/plan.ts';
import type { EndResult } from '../model/results.ts';
import { measureBlock, type TrialEvents, type TrialRun } from './block.ts';
import type { RunContext } from './context.ts';
import { assertUnharmed, lightPathOf, type ServiceHandle, SideBySide } from './side-by-side.ts';

/**
 * The life of a trial: start, verify and warm up its subjects, measure block after block, stop. Each block is on disk
 * before the next begins. The processes are gone when this returns.
 *
 * @param retired subjects that are not started: they have failed too often
 */
export async function runTrial(
  trial: Trial,
  context: RunContext,
  retired: readonly Subject[],
  events: TrialEvents,
): Promise<EndResult> {
  const { ports, config } = context;
  const startedAt = new Date().toISOString();
  const began = ports.now();
  const subjects = trial.subjects.filter((subject) => !retired.includes(subject));
  // Where memory does not allow all of them at once, they take turns.
  const groups = config.sideBySide ? [subjects] : subjects.map((subject) => [subject]);
  const { cpus } = trial.changes ?? {};
  if (cpus !== undefined) await ports.makeRoom(cpus);
  const ended: SideBySide[] = [];
  let pausedS: Seconds = 0;
  for (const group of groups) {
    const services = new SideBySide(context, trial.changes ?? {});
    ended.push(services);
    pausedS += await runGroup(group, { trial, services, context, events });
  }
  if (cpus !== undefined) await ports.makeRoom(0);
  return {
    kind: 'end',
    trial: trial.id,
    startedAt,
    tookS: Math.round(ports.now() - began) / 1000,
    ...(pausedS > 0 && { pausedS }),
    startUpMs: Object.assign({}, ...ended.map((services) => services.startUpMs)),
    failures: [
      ...retired.map(({ name }) => ({
        subject: name,
        reason: 'retired' as const,
        message: 'not started, because it had failed or was harmed too often',
        log: [],
      })),
      ...ended.flatMap((services) => services.failures),
    ],
    warnings: ended.flatMap((services) => services.warnings),
  };
}

/**
 * Measures the subjects that are up at the same time.
 *
 * @returns how long the run paused between two blocks
 */
async function runGroup(group: readonly Subject[], run: TrialRun): Promise<Seconds> {
  const { trial, services, context, events } = run;
  let pausedS: Seconds = 0;
  try {
    await context.ports.emptyRedis(); // no contestant inherits jobs of an earlier trial
    await prepareSubjects(group, run);
    for (const [index, block] of trial.blocks.entries()) {
      if (index > 0) pausedS += (await events.onPause?.(trial, false)) ?? 0;
      await measureBlock(block, run);
    }
  } finally {
    await services.stopAll();
  }
  return pausedS;
}

/** Starts, verifies and warms up a group, one subject after the other, so that each start has the machine to itself. */
async function prepareSubjects(
  group: readonly Subject[],
  { trial, services, context }: TrialRun,
): Promise<void> {
  const { cpus = 1, poisoned, workload } = trial.changes ?? {};
  const start = async (subject: Subject) => {
    context.signal.throwIfAborted();
    await services.start(subject);
    await services.with(subject.name, async ({ handle }) => {
      for (const query of queriesFor(subject, trial))
        await context.ports.verify(handle.service().origin, query, workload);
    });
  };
  // No figure has the time of these starts: those of a fraction of a core are slow in any case.
  if (cpus < 1 || poisoned) await Promise.all(group.map(start));
  else for (const subject of group) await start(subject);
  // A poisoned service is counted and not timed. Another workload has no headline that would warm up the code for all
  // of its sizes.
  if (poisoned || workload !== undefined) return;
  for (const { name } of group) {
    await services.with(name, async ({ subject, handle }, signal) => {
      await warmUp(subject, handle, context, signal, trial.changes?.cpus);
      await context.ports.settle(handle.service(), signal);
      await assertUnharmed(handle.service()); // its first frames would hide that it was stopped
    });
  }
}

/** The queries that the trial sends to a subject, each once. */
function queriesFor({ name }: Subject, { blocks }: Trial): Query[] {
  const queries = blocks.flatMap(({ window, order }) => {
    const { load } = window;
    if (!load || !order.includes(name)) return [];
    return load.kind === 'open' && load.mix ? load.mix.map(({ query }) => query) : [load.query];
  });
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
}

/** The last part of the first warm-up counts as steady. */
const STEADY_SHARE = 0.5;
/** A margin for the processes that warm up more slowly than the one that was watched. */
const MARGIN = 1.25;
const LONGEST: Seconds = 4;

/**
 * Saturates a subject with the headline input, without measuring: compilers, connections and caches get warm. The time
 * for that is measured once for each contestant, and used from then on.
 *
 * @param cpus its limit, where that is not the complete machine
 * @throws ContestantFailure for a wrong answer
 */
async function warmUp(
  { contestant }: Subject,
  handle: ServiceHandle,
  { config, dimensions, generators, store }: RunContext,
  signal: AbortSignal,
  cpus?: number,
): Promise<void> {
  const { headline: query, connections, workloadSpecifier: workload, requests, profile } = config;
  // A limit of cores makes the warm-up longer, which says nothing about other starts.
  const known = cpus === undefined ? dimensions.warmUpSeconds[contestant] : profile.warmUpSeconds;
  const load: ClosedLoad = { kind: 'closed', query, connections };
  const { origin } = handle.service();
  const seconds = known ?? profile.dimensionSeconds;
  const { result } = await generators.closed.run(
    { origin, load, leadInSeconds: 0, seconds, workload, requests, greeting: lightPathOf(handle) },
    signal,
  );
  if (result.firstWrong !== undefined) throw new ContestantFailure('wrong-answer', result.firstWrong);
  if (known !== undefined) return;
  const tail = result.bins.slice(Math.floor(result.bins.length * (1 - STEADY_SHARE)));
  const level = tail.reduce((sum, answers) => sum + answers, 0) / tail.length;
  const binSeconds = result.seconds / result.bins.length;
  const settled = steadyFrom(result.bins, level) * binSeconds * MARGIN;
  const duration = Math.min(LONGEST, Math.max(profile.warmUpSeconds, settled));
  dimensions.warmUpSeconds[contestant] = Math.round(duration * 10) / 10;
  await store.keepDimensions(dimensions);
}

/** A moving mean covers this many bins, because single bins have few answers. */
const SPAN = 5;
const TOLERANCE = 0.1;

/**
 * Finds the bin from which throughput stays at its steady level: the first after the last moving mean that is more than
 * 10 % below it. A mean above the level does not count, because a burst of answers is no warm-up.
 *
 * @param bins answers per bin, in order
 * @param level answers per bin when steady
 */
export function steadyFrom(bins: readonly number[], level: number): number {
  let from = 0;
  for (let index = 0; index + SPAN <= bins.length; index++) {
    const mean = bins.slice(index, index + SPAN).reduce((sum, bin) => sum + bin, 0) / SPAN;
    if (mean < level * (1 - TOLERANCE)) from = index + SPAN;
  }
  return from;
}
