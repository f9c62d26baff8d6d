import { ContestantFailure } from '@cpu-bound/measure/host/contestant-failure';
import { type Edge, SilentTask } from '@cpu-bound/measure/host/task';
import {
  readUsage,
  resetPeaks,
  treesOf,
  type UsageReading,
  usageBetween,
} from '@cpu-bound/measure/host/usage';
import { generatorLimit } from '@cpu-bound/measure/load/closed/limit';
import type { ClosedTask } from '@cpu-bound/measure/load/loads';
import { disturbedLimits, failedGates, loadLimits } from '@cpu-bound/measure/load/open/gates';
import type { OpenLoopMeasurement } from '@cpu-bound/measure/load/open/spec';
import type { ClosedLoad, Window, WindowResult } from '../model.ts';
import { watchClocks } from './clock-jump.ts';
import type { RunContext } from './context.ts';
import { type ArmedFault, armFault } from './fault.ts';
import { measureJobs } from './jobs.ts';
import type { Measured } from './measured.ts';
import { type Offered, openSpec, probeSpec } from './open-specs.ts';
import { GeneratorLimit, Unsound } from './unsound.ts';

/**
 * Measures one window: the load, the probe, or both at once, what they cost, and what a fault did to them.
 *
 * @throws ContestantFailure for a wrong answer; Unsound where the measurement itself was not sound
 */
export async function measureWindow(
  measured: Measured,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { load } = measured.window;
  const jump = watchClocks(context.ports);
  const result =
    load?.kind === 'job'
      ? await measureJobs(measured, load, context, signal)
      : await measureRequests(measured, context, signal);
  const jumped = jump();
  if (jumped !== undefined) throw new Unsound([jumped]);
  return result;
}

async function measureRequests(
  measured: Measured,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { trial, block, subject, window, target, beside } = measured;
  const service = target.service();
  const selfReport = service.kind === 'remote' ? service.selfReport : undefined;
  const offered = { origin: service.origin, trial, subject, window };
  const fault = window.fault && (await armFault(window.fault, target, context, signal));
  const trees = await treesOf(service, beside);
  const readings: Partial<Record<Edge, Promise<UsageReading>>> = {};
  const onEdge = (edge: Edge) => {
    readings[edge] = readUsage(trees, service.redisUrl, selfReport);
    if (edge === 'from') fault?.begin();
  };
  await resetPeaks(trees.server);
  const { closed, open, probe } = await applyLoads(offered, context, signal, onEdge);
  const [before, after] = await Promise.all([readings.from, readings.to]);

  const firstWrong = closed?.result.firstWrong ?? open?.measured.result.firstWrong;
  if (firstWrong !== undefined) throw new ContestantFailure('wrong-answer', firstWrong);
  const reasons = [
    ...(closed?.result.answers === 0 ? [`no answer came within the ${window.seconds} s`] : []),
    ...(open ? failedGates(open.measured.result, limitsOf(window, context)) : []),
    ...(probe && window.load === undefined ? failedGates(probe.result, loadLimits) : []),
  ];
  if (reasons.length > 0) throw new Unsound(reasons);
  const used = before && after && usageBetween(before, after);
  const limit =
    closed && generatorLimit({ ...closed.result, threadCpu: closed.threadCpu }, used, context.config.cores);
  if (limit !== undefined) throw new GeneratorLimit([limit]);

  const name = `${trial.id}/${block}/${subject.name}`;
  const generatorCpu =
    (closed?.result.generatorCpu ?? 0) +
    (open?.measured.result.generatorCpu ?? 0) +
    (probe?.result.generatorCpu ?? 0);
  return {
    subject: subject.name,
    ...(used && { usage: { ...used, generatorCpu } }),
    ...(closed && { load: closed.result }),
    ...(open && {
      open: { ...(await keep(open.measured, `${name}/open`, context)), capacity: open.capacity },
    }),
    ...(probe && { probe: await keep(probe, `${name}/probe`, context) }),
    ...(fault && { fault: await outcomeOf(fault) }),
  };
}

/** What the generator must keep to: little, where the service is hurt on purpose. */
function limitsOf({ fault, load }: Window, { dimensions }: RunContext) {
  const open = load?.kind === 'open' ? load : undefined;
  const isDisturbed = fault !== undefined || (open !== undefined && open.ofCapacity > 1);
  return {
    ...(isDisturbed ? disturbedLimits : loadLimits),
    ...(open?.connections !== undefined && { waits: true }),
    ...(dimensions.generatorCeiling !== undefined && { ceiling: dimensions.generatorCeiling }),
  };
}

/** A fault that the bench could not carry out is no measurement. */
const outcomeOf = (fault: ArmedFault) =>
  fault.result().catch((error: Error) => {
    throw error instanceof ContestantFailure ? error : new Unsound([`the fault: ${error.message}`]);
  });

async function keep({ result, latencies, parts }: OpenLoopMeasurement, name: string, { store }: RunContext) {
  const kept = async (part: string, { fromDue, lags }: typeof latencies) => ({
    samples: await store.keepSamples(`${name}${part}`, fromDue),
    lags: await store.keepSamples(`${name}${part}/lags`, lags),
  });
  const files = await Promise.all(
    Object.entries(parts).map(async ([label, part]) => [label, await kept(`/${label}`, part)] as const),
  );
  return {
    ...result,
    ...(await kept('', latencies)),
    ...(files.length > 0 && { parts: Object.fromEntries(files) }),
  };
}

/** All at once; the first that fails ends the others. A closed loop goes on until its probe is through. */
async function applyLoads(
  offered: Offered,
  context: RunContext,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
) {
  const { window, origin } = offered;
  const { load, probe: asked } = window;
  const { generators, config } = context;
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const failFast = <T>(task: Promise<T>) =>
    task.catch(async (error) => {
      const cause = error instanceof SilentTask ? new Unsound([error.message]) : error;
      failure.abort(cause);
      if (cause instanceof Unsound) await generators.stop(); // the next attempt starts them afresh
      throw cause;
    });
  const openLoad = load?.kind === 'open' ? openSpec(offered, load, context) : undefined;
  // Each generator starts when it is first asked for: only those that are needed.
  const probing = asked && failFast(generators.probe.run(probeSpec(offered, asked), stop));
  const closedLoop = load?.kind === 'closed' ? generators.closed : undefined;
  const closing =
    load?.kind === 'closed' && closedLoop
      ? failFast(
          closedLoop.run(
            closedSpec(origin, window, load, offered.trial.changes?.workload ?? config.workloadSpecifier),
            stop,
            onEdge,
          ),
        )
      : undefined;
  if (closing && probing)
    void probing.then(
      () => closedLoop?.finish(),
      () => {},
    );
  const opening = openLoad && failFast(generators.open.run(openLoad, stop, onEdge));
  const [closed, open, probe] = await Promise.all([closing, opening, probing]);
  return { closed, open: open && openLoad && { measured: open, capacity: openLoad.capacity }, probe };
}

const closedSpec = (
  origin: string,
  { seconds, leadInSeconds, probe }: Window,
  load: ClosedLoad,
  workload: string,
): ClosedTask => ({
  origin,
  load,
  leadInSeconds,
  seconds,
  workload,
  ...(probe && { untilTold: true }),
});
