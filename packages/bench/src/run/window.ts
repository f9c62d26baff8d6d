import { ContestantFailure, type ServiceProcess } from '../host/service-process.ts';
import type { Edge } from '../host/task.ts';
import { readUsage, type UsageReading, usageBetween } from '../host/usage.ts';
import type { ClosedLoopSpec } from '../load/closed/closed-loop.ts';
import type { OpenLoopTask } from '../load/open/child.ts';
import { failedGates, loadLimits, probeLimits } from '../load/open/gates.ts';
import type { Cell, ClosedLoad, OpenLoad, Probe, Window, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';
import { VoidCell } from './void-cell.ts';

/** The probe's deadline: a saturated event loop takes seconds to answer, and that is what it is to show. */
const PROBE_TIMEOUT_MS = 10_000;
/** The load goes on this much longer than the probe, so that the last probes are answered under load. */
const LEAD_OUT_SECONDS = 0.5;
/** An unanswered request is censored at this age. */
const OPEN_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 1_000;

/**
 * Measures one window: the load, the probe, or both at once, and what they cost.
 *
 * @throws ContestantFailure for a wrong answer; VoidCell where the measurement itself was not sound
 */
export async function measureWindow(
  service: ServiceProcess,
  cell: Cell,
  window: Window,
  context: RunContext,
  signal: AbortSignal,
): Promise<WindowResult> {
  const readings: Partial<Record<Edge, Promise<UsageReading>>> = {};
  const onEdge = (edge: Edge) => {
    readings[edge] = readUsage(service.mark, service.redisUrl);
  };
  const { closed, open, probe } = await applyLoads(service.origin, cell, window, context, signal, onEdge);
  const [before, after] = await Promise.all([readings.from, readings.to]);

  const firstWrong = closed?.result.firstWrong ?? open?.result.firstWrong;
  if (firstWrong !== undefined) throw new ContestantFailure('wrong-answer', firstWrong);
  const reasons = [
    ...(closed?.result.answers === 0
      ? [`no answer came within the ${window.seconds} s of ${window.id}`]
      : []),
    ...(open ? failedGates(open.result, { ...loadLimits, ...ceilingOf(context) }) : []),
    ...(probe ? failedGates(probe.result, probeLimits) : []),
  ];
  if (reasons.length > 0) throw new VoidCell(reasons.map((reason) => `${window.id}: ${reason}`));

  const name = `${cell.id}/${window.id}`;
  const { keepSamples } = context.store;
  const generatorCpu =
    (closed?.result.generatorCpu ?? 0) + (open?.result.generatorCpu ?? 0) + (probe?.result.generatorCpu ?? 0);
  return {
    window: window.id,
    condition: window.condition,
    ...(before && after && { usage: { ...usageBetween(before, after), generatorCpu } }),
    ...(closed && {
      load: { ...closed.result, samples: await keepSamples(`${name}/load`, closed.latencies) },
    }),
    ...(open && { open: { ...open.result, samples: await keepSamples(`${name}/open`, open.latencies) } }),
    ...(probe && {
      probe: { ...probe.result, samples: await keepSamples(`${name}/probe`, probe.latencies) },
    }),
  };
}

const ceilingOf = ({ dimensions }: RunContext) =>
  dimensions.generatorCeiling === undefined ? {} : { ceiling: dimensions.generatorCeiling };

/** All at once; the first that fails ends the others. */
async function applyLoads(
  origin: string,
  cell: Cell,
  window: Window,
  context: RunContext,
  signal: AbortSignal,
  onEdge: (edge: Edge) => void,
) {
  const { load, probe: asked } = window;
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const failFast = <T>(task: Promise<T>) =>
    task.catch((error) => {
      failure.abort(error);
      throw error;
    });
  const { generators, config } = context;
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

/** @throws VoidCell where the dimensioning run left no capacity to take a share of */
function openSpec(
  origin: string,
  cell: Cell,
  window: Window,
  load: OpenLoad,
  { config, dimensions }: RunContext,
): OpenLoopTask {
  const capacities = Object.values(dimensions.contestants).map(({ capacity }) => capacity);
  if (capacities.length === 0) {
    throw new VoidCell([
      `${window.id}: no contestant answered in the ${config.profile.dimensionSeconds} s before the first round, so there is no load to offer`,
    ]);
  }
  return {
    origin,
    path: `/${config.workload.name}?${new URLSearchParams(load.query)}`,
    arrivals: load.arrivals,
    perSecond: load.ofCapacity * Math.min(...capacities),
    seconds: window.seconds,
    leadInSeconds: window.leadInSeconds,
    // The same arrivals for every contestant of a round.
    seed: `${config.seed}/${cell.scenario}/${cell.round}/${window.id}`,
    policy: load.policy,
    connections: config.connections,
    mostConnections: MOST_CONNECTIONS,
    timeoutMs: OPEN_TIMEOUT_MS,
    verify: { workload: config.workloadSpecifier, query: load.query },
  };
}

const probeSpec = (origin: string, cell: Cell, window: Window, probe: Probe): OpenLoopTask => ({
  origin,
  path: probe.path,
  arrivals: 'constant',
  perSecond: probe.perSecond,
  seconds: window.seconds,
  leadInSeconds: window.leadInSeconds,
  seed: `${cell.id}/${window.id}`,
  policy: 'keep-alive',
  connections: 0, // opened when needed: to open them first would wait for the very loop that is probed
  mostConnections: MOST_CONNECTIONS,
  timeoutMs: PROBE_TIMEOUT_MS,
});
