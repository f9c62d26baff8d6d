import { ContestantFailure } from '../host/service-process.ts';
import { runClosedLoop, runOpenLoop } from '../load/loads.ts';
import type { Cell, Probe, Window, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';

/** The probe's deadline: a saturated event loop takes seconds to answer, and that is what it is to show. */
const PROBE_TIMEOUT_MS = 10_000;
/** Enough for a probe that is answered in time; a blocked loop makes it open more. */
const PROBE_CONNECTIONS = 4;
const MOST_PROBE_CONNECTIONS = 1_000;

/**
 * Measures one window: the load, the probe, or both at once.
 *
 * @throws ContestantFailure for a wrong answer
 */
export async function measureWindow(
  origin: string,
  cell: Cell,
  window: Window,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const name = `${cell.id}/${window.id}`;
  const both = new AbortController();
  const stop = AbortSignal.any([signal, both.signal]);
  const failFast = <T>(task: Promise<T>) =>
    task.catch((error) => {
      both.abort(error);
      throw error;
    });
  const [load, probe] = await Promise.all([
    window.load && failFast(measureLoad(origin, window, context, stop)),
    window.probe && failFast(measureProbe(origin, name, window, window.probe, stop)),
  ]);
  if (load?.result.firstWrong !== undefined)
    throw new ContestantFailure('wrong-answer', load.result.firstWrong);
  const { keepSamples } = context.store;
  return {
    window: window.id,
    condition: window.condition,
    ...(load && { load: { ...load.result, samples: await keepSamples(`${name}/load`, load.latencies) } }),
    ...(probe && {
      probe: { ...probe.result, samples: await keepSamples(`${name}/probe`, probe.latencies) },
    }),
  };
}

async function measureLoad(origin: string, window: Window, { config }: RunContext, signal: AbortSignal) {
  const { load, seconds, leadInSeconds } = window;
  if (!load) throw new Error('a window without load has none to measure');
  // With a probe the load goes on a little longer, so that the last probes are answered under load.
  return runClosedLoop({ origin, load, leadInSeconds, seconds, workload: config.workloadSpecifier }, signal);
}

async function measureProbe(origin: string, name: string, window: Window, probe: Probe, signal: AbortSignal) {
  const { result, latencies } = await runOpenLoop(
    {
      origin,
      path: probe.path,
      arrivals: 'constant',
      perSecond: probe.perSecond,
      seconds: window.seconds,
      seed: name,
      policy: 'keep-alive',
      connections: PROBE_CONNECTIONS,
      mostConnections: MOST_PROBE_CONNECTIONS,
      timeoutMs: PROBE_TIMEOUT_MS,
    },
    signal,
  );
  return {
    result: { ...result, perSecond: probe.perSecond, timeoutMs: PROBE_TIMEOUT_MS },
    latencies,
  };
}
