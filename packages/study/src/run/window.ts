import { resetPeaks } from '@cpu-bound/measure/host/memory';
import { ContestantFailure } from '@cpu-bound/measure/host/readiness';
import { type Edge, SilentTask } from '@cpu-bound/measure/host/task';
import { serverMemory, type UsageReading, usageBetween } from '@cpu-bound/measure/host/usage';
import { generatorLimit, generatorPause } from '@cpu-bound/measure/load/closed/limit';
import type { ClosedTask } from '@cpu-bound/measure/load/loads';
import { disturbedLimits, failedGates, loadLimits } from '@cpu-bound/measure/load/open/measurement';
import type { OpenLoopMeasurement } from '@cpu-bound/measure/load/open/spec';
import type { ClosedLoad, Milliseconds } from '@cpu-bound/measure/model';
import { seededRandom } from '@cpu-bound/stats/random';
import type { Window } from '../model/plan.ts';
import type { WindowResult } from '../model/results.ts';
import { countLate } from './capacities.ts';
import type { Ports, RunContext } from './context.ts';
import { armFault } from './fault.ts';
import type { Framed } from './frames.ts';
import { measureJobs } from './jobs.ts';
import { openTask, probeTask } from './open-task.ts';
import { GeneratorLimit, lightPathOf, UnsoundWindow, type WindowTask } from './side-by-side.ts';

/**
 * Measures one window: the load, the probe, or both at once, their CPU time and memory, and the effect of a fault.
 *
 * @throws ContestantFailure for a wrong answer; UnsoundWindow if the measurement itself was not sound
 */
export async function measureWindow(
  task: WindowTask,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const endWatch = watchClocks(context.ports);
  let disturbed: string | undefined;
  let result: WindowResult;
  try {
    result = await measureLoad(task, context, signal);
  } finally {
    disturbed = endWatch();
  }
  if (disturbed !== undefined) throw new UnsoundWindow([disturbed]);
  return result;
}

function measureLoad(task: WindowTask, context: RunContext, signal: AbortSignal): Promise<WindowResult> {
  const { load } = task.window;
  switch (load?.kind) {
    case 'job':
      return measureJobs(task, load, context, signal);
    case 'closed':
    case 'open':
    case undefined:
      return measureRequests(task, context, signal);
  }
}

async function measureRequests(
  planned: WindowTask,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const task = inPhase(planned, context.config);
  const { trial, block, subject, window, handle, idle } = task;
  const service = handle.service();
  const selfReport = service.kind === 'remote' ? service.selfReport : undefined;
  const fault = window.fault && (await armFault(window.fault, { handle, context, signal }));
  const trees = await context.ports.treesOf(service, idle);
  const readings: Partial<Record<Edge, Promise<UsageReading>>> = {};
  let memory: ReturnType<typeof serverMemory> | undefined;
  const onEdge = (edge: Edge) => {
    readings[edge] = context.ports.readUsage(trees, service.redisUrl, selfReport);
    if (edge === 'from') fault?.begin();
    else memory = serverMemory(trees);
  };
  await resetPeaks(trees.server);
  const { closed, open, probe } = await applyLoads(task, context, signal, onEdge);
  const [before, after] = await Promise.all([readings.from, readings.to]);

  const firstWrong = closed?.result.firstWrong ?? open?.measured.result.firstWrong;
  if (firstWrong !== undefined) throw new ContestantFailure('wrong-answer', firstWrong);
  const reasons = [
    ...[closed && generatorPause(closed.result)].filter((reason) => reason !== undefined),
    ...(open ? failedGates(open.measured.result, limitsOf(window)) : []),
    ...(probe && window.load === undefined ? failedGates(probe.result, loadLimits) : []),
  ];
  if (reasons.length > 0) throw new UnsoundWindow(reasons);
  const generatorCpu =
    (closed?.result.generatorCpu ?? 0) +
    (open?.measured.result.generatorCpu ?? 0) +
    (probe?.result.generatorCpu ?? 0);
  const usage = before && after && { ...usageBetween(before, after, generatorCpu), ...(await memory) };
  const limit =
    closed && generatorLimit({ ...closed.result, thread: closed.thread }, usage, context.config.cores);
  if (limit !== undefined) throw new GeneratorLimit([limit]);

  const name = `${trial.id}/${block}/${subject.name}`;
  return {
    subject: subject.name,
    usage,
    load: closed?.result,
    open: open && {
      ...(await keepSamples(open.measured, `${name}/open`, context)),
      capacity: open.capacity,
      late: countLate(openOf(window.load), open.measured.latencies.fromDue),
    },
    probe: probe && (await keepSamples(probe, `${name}/probe`, context)),
    fault: await fault?.outcome(),
  };
}

/**
 * Makes a window of the frames of one service: its answers and its CPU time, by the time in which it was not stopped.
 *
 * @throws as `measureWindow`
 */
export function windowOfFrames(
  subject: string,
  { result, thread, ran, before, after, memory }: Framed,
  { config }: RunContext,
): WindowResult {
  if (result.firstWrong !== undefined) throw new ContestantFailure('wrong-answer', result.firstWrong);
  // A pause takes time from the frames of all services.
  const lasted = before && after ? (after.at - before.at) / 1000 : ran;
  const pause = generatorPause({ ...result, seconds: lasted });
  if (pause !== undefined) throw new UnsoundWindow([pause]);
  const usage = before && after && { ...usageBetween(before, after, result.generatorCpu), ...memory };
  const load = { ...result, seconds: ran, perSecond: result.answers / ran, bins: [] };
  const limit = generatorLimit({ ...load, thread }, usage, config.cores);
  if (limit !== undefined) throw new GeneratorLimit([limit]);
  return { subject, usage, load, inFrames: true };
}

/** The limits that the generator must keep. They are wide if the window harms the service on purpose. */
function limitsOf({ fault, load }: Window) {
  const open = openOf(load);
  const isDisturbed = fault !== undefined || (open !== undefined && open.ofCapacity > 1);
  return {
    ...(isDisturbed ? disturbedLimits : loadLimits),
    // A search goes to rates at which a queue is longer than there are connections: those requests are late.
    ...(open?.within !== undefined && { waits: true }),
  };
}

const openOf = (load: Window['load']) => (load?.kind === 'open' ? load : undefined);

async function keepSamples(
  { result, latencies, parts }: OpenLoopMeasurement,
  name: string,
  { store }: RunContext,
) {
  const filesOf = async (part: string, { fromDue, lags }: typeof latencies) => ({
    samples: await store.keepSamples(`${name}${part}`, fromDue),
    lags: await store.keepSamples(`${name}${part}/lags`, lags),
  });
  const files = await Promise.all(
    Object.entries(parts).map(async ([label, part]) => [label, await filesOf(`/${label}`, part)] as const),
  );
  return {
    ...result,
    ...(await filesOf('', latencies)),
    parts: files.length > 0 ? Object.fromEntries(files) : undefined,
  };
}

/** Runs all loads at once. The first that fails ends the others. A closed loop goes on until its probe has ended. */
async function applyLoads(
  task: WindowTask,
  context: RunContext,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
) {
  const { load, probe: probed } = task.window;
  const { generators } = context;
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const failFast = <T>(running: Promise<T>) =>
    running.catch(async (error) => {
      const cause = error instanceof SilentTask ? new UnsoundWindow([error.message]) : error;
      failure.abort(cause);
      if (cause instanceof UnsoundWindow) await generators.stop(); // the next attempt starts them afresh
      throw cause;
    });
  const openLoad = load?.kind === 'open' ? openTask(task, load, context) : undefined;
  // Each generator starts when it is first used, so that only the needed ones run.
  const probeRun = probed && failFast(generators.probe.run(probeTask(task, probed), stop));
  const closedRun =
    load?.kind === 'closed'
      ? failFast(generators.closed.run(closedSpec(task, load, context), stop, onEdge))
      : undefined;
  if (closedRun && probeRun)
    void probeRun.then(
      () => generators.closed.finish(),
      () => {},
    );
  const openRun = openLoad && failFast(generators.open.run(openLoad, stop, onEdge));
  const [closed, open, probe] = await Promise.all([closedRun, openRun, probeRun]);
  return { closed, open: open && openLoad && { measured: open, capacity: openLoad.capacity }, probe };
}

/**
 * Lengthens the lead-in by a seeded part of the window's phase; in a closed loop, of a task. Workers that begin together
 * end together, so a window that always began at the same point of a task would count one more answer than it has time
 * for, or one less (docs/adr/0049). A service that pauses 5 s after its first request would pause at the same point of
 * each window, or in none.
 */
export function inPhase(
  task: WindowTask,
  { seed, taskSeconds = 0 }: Pick<RunContext['config'], 'seed' | 'taskSeconds'>,
): WindowTask {
  const { trial, block, subject, window } = task;
  const most = window.phaseSeconds ?? (window.load?.kind === 'closed' ? taskSeconds : 0);
  const drawn = most * seededRandom(`${seed}/${trial.id}/${block}/${subject.name}/phase`).next();
  return { ...task, window: { ...window, leadInSeconds: window.leadInSeconds + drawn } };
}

const closedSpec = (
  { trial, window, handle }: WindowTask,
  load: ClosedLoad,
  { config, generatorsNeeded }: RunContext,
): ClosedTask => ({
  origin: handle.service().origin,
  load,
  leadInSeconds: window.leadInSeconds,
  seconds: window.seconds,
  workload: trial.changes?.workload ?? config.workloadSpecifier,
  requests: config.requests,
  untilFinish: window.probe && true,
  greeting: lightPathOf(handle),
  generators: generatorsNeeded.of(window),
});

/** A disciplined wall clock gains or loses less than this in half an hour, at 500 ppm (RFC 5905). */
const JUMP_MS: Milliseconds = 1_000;

/** The bench only waits while it measures. It reads the clock this often, and is late by less on any busy machine. */
const BEAT_MS: Milliseconds = 250;
const STOPPED_MS: Milliseconds = 2_000;

/**
 * Watches both clocks, and that the bench itself goes on, from now on.
 *
 * @returns a function that ends the watch and explains why the measurement is void. The machine was suspended, the wall
 *   clock was set, or the bench was stopped; the function returns undefined if none of this happened
 */
export function watchClocks(clocks: Pick<Ports, 'now' | 'wallClock'>): () => string | undefined {
  const apart = () => clocks.wallClock() - clocks.now();
  const before = apart();
  let beat = performance.now();
  let stopped: Milliseconds = 0;
  const onBeat = () => {
    stopped = Math.max(stopped, performance.now() - beat - BEAT_MS);
    beat = performance.now();
  };
  const timer = setInterval(onBeat, BEAT_MS);
  return () => {
    clearInterval(timer);
    onBeat();
    const jumped = apart() - before;
    if (Math.abs(jumped) > JUMP_MS)
      return `the clock jumped by ${(jumped / 1000).toFixed(1)} s: the machine was suspended, or its time was set`;
    return stopped > STOPPED_MS
      ? `the bench was stopped for ${(stopped / 1000).toFixed(1)} s, as by Ctrl-Z`
      : undefined;
  };
}
