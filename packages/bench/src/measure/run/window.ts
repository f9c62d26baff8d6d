import type { Cell, ClosedLoad, Window, WindowResult } from '../../model.ts';
import { ContestantFailure, type ServiceProcess } from '../host/service-process.ts';
import { type Edge, SilentTask } from '../host/task.ts';
import { readUsage, resetPeaks, type UsageReading, usageBetween } from '../host/usage.ts';
import type { ClosedLoopSpec } from '../load/closed/closed-loop.ts';
import { disturbedLimits, failedGates, loadLimits, probeLimits } from '../load/open/gates.ts';
import type { OpenLoopMeasured } from '../load/open/spec.ts';
import { LEAD_OUT_SECONDS } from '../plan/lead-out.ts';
import type { RunContext } from './context.ts';
import { type ArmedFault, armFault, type Victim } from './fault.ts';
import { openSpec, probeSpec } from './open-specs.ts';
import { VoidCell } from './void-cell.ts';

/** What a window is measured on. */
export type Subject = { readonly cell: Cell; readonly window: Window; readonly victim: Victim };

/**
 * Measures one window: the load, the probe, or both at once, what they cost, and what a fault did to them.
 *
 * @throws ContestantFailure for a wrong answer; VoidCell where the measurement itself was not sound
 */
export async function measureWindow(
  { cell, window, victim }: Subject,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const service = victim.service();
  const fault = window.fault && (await armFault(window.fault, victim, context, signal));
  const readings: Partial<Record<Edge, Promise<UsageReading>>> = {};
  const onEdge = (edge: Edge) => {
    readings[edge] = readUsage(service.mark, service.redisUrl);
    if (edge === 'from') fault?.begin();
  };
  await resetPeaks(service.mark);
  const { closed, open, probe } = await applyLoads(
    service,
    { cell, window, victim },
    context,
    signal,
    onEdge,
  );
  const [before, after] = await Promise.all([readings.from, readings.to]);

  const firstWrong = closed?.result.firstWrong ?? open?.result.firstWrong;
  if (firstWrong !== undefined) throw new ContestantFailure('wrong-answer', firstWrong);
  const isDisturbed = window.fault !== undefined || isOverload(window);
  const isCapped = window.load?.kind === 'open' && window.load.connections !== undefined;
  const limits = { ...(isDisturbed ? disturbedLimits : loadLimits), ...(isCapped && { waits: true }) };
  const reasons = [
    ...(closed?.result.answers === 0
      ? [`no answer came within the ${window.seconds} s of ${window.id}`]
      : []),
    ...(open ? failedGates(open.result, { ...limits, ...ceilingOf(context) }) : []),
    ...(probe ? failedGates(probe.result, probeLimits) : []),
  ];
  if (reasons.length > 0) throw new VoidCell(reasons.map((reason) => `${window.id}: ${reason}`));

  const name = `${cell.id}/${window.id}`;
  const { keepSamples } = context.store;
  const generatorCpu =
    (closed?.result.generatorCpu ?? 0) + (open?.result.generatorCpu ?? 0) + (probe?.result.generatorCpu ?? 0);
  return {
    window: window.id,
    ...(window.scenario !== undefined && { scenario: window.scenario }),
    condition: window.condition,
    ...(before && after && { usage: { ...usageBetween(before, after), generatorCpu } }),
    ...(closed && {
      load: { ...closed.result, samples: await keepSamples(`${name}/load`, closed.latencies) },
    }),
    ...(open && { open: await keep(open, name, context) }),
    ...(probe && {
      probe: { ...probe.result, samples: await keepSamples(`${name}/probe`, probe.latencies) },
    }),
    ...(fault && { fault: await blow(fault) }),
  };
}

const isOverload = ({ load }: Window) => load?.kind === 'open' && load.ofCapacity > 1;

/** A fault that the bench could not carry out is no measurement. */
const blow = (fault: ArmedFault) =>
  fault.result().catch((error: Error) => {
    throw error instanceof ContestantFailure ? error : new VoidCell([`the fault: ${error.message}`]);
  });

async function keep({ result, latencies, parts }: OpenLoopMeasured, name: string, { store }: RunContext) {
  const files: Record<string, string> = {};
  for (const [label, samples] of Object.entries(parts)) {
    files[label] = await store.keepSamples(`${name}/${label}`, samples);
  }
  const samples = await store.keepSamples(`${name}/open`, latencies);
  return { ...result, samples, ...(Object.keys(files).length > 0 && { parts: files }) };
}

const ceilingOf = ({ dimensions }: RunContext) =>
  dimensions.generatorCeiling === undefined ? {} : { ceiling: dimensions.generatorCeiling };

/** All at once; the first that fails ends the others. */
async function applyLoads(
  { origin }: ServiceProcess,
  { cell, window }: Subject,
  context: RunContext,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
) {
  const { load, probe: asked } = window;
  const { generators, config } = context;
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const failFast = <T>(task: Promise<T>) =>
    task.catch(async (error) => {
      const cause = error instanceof SilentTask ? new VoidCell([`${window.id}: ${error.message}`]) : error;
      failure.abort(cause);
      if (cause instanceof VoidCell) await generators.stop(); // the next attempt starts them afresh
      throw cause;
    });
  const { workloadSpecifier: workload } = config;
  const [closed, open, probe] = await Promise.all([
    load?.kind === 'closed'
      ? failFast(generators.closed.run({ ...closedSpec(origin, window, load), workload }, stop, onEdge))
      : undefined,
    load?.kind === 'open'
      ? failFast(generators.open.run(openSpec(origin, cell, window, load, context), stop, onEdge))
      : undefined,
    asked && failFast(generators.probe.run(probeSpec(origin, cell, window, asked), stop)),
  ]);
  return { closed, open, probe };
}

const closedSpec = (
  origin: string,
  { seconds, leadInSeconds, probe }: Window,
  load: ClosedLoad,
): ClosedLoopSpec => ({
  origin,
  load,
  leadInSeconds,
  seconds,
  leadOutSeconds: probe ? LEAD_OUT_SECONDS : 0,
});
