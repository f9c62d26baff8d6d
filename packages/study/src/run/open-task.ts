import { rateSetters, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import type { OpenLoopTask } from '@cpu-bound/measure/load/open/child';
import { MOST_OF_CEILING } from '@cpu-bound/measure/load/open/measurement';
import type { Milliseconds } from '@cpu-bound/measure/model';
import { mostGenerators } from '@cpu-bound/measure/model/core-division';
import type { OpenLoad, Probe, Window } from '../model/plan.ts';
import { MOST_BUSY } from '../model.ts';
import { nextRate } from './capacities.ts';
import type { RunContext } from './context.ts';
import { faultKinds } from './fault.ts';
import { capacityOfCore, relativeSize } from './kernel-times.ts';
import { ImpossibleWindow, lightPathOf, type WindowTask } from './side-by-side.ts';

/** An unanswered request is censored at this age. Windows that expect unanswered requests use a shorter one. */
const TIMEOUT_MS: Milliseconds = 10_000;
const OVERLOAD_TIMEOUT_MS: Milliseconds = 4_000;

/**
 * Specifies an open load on this contestant, at a rate from what the rounds so far have measured.
 *
 * @throws ImpossibleWindow without
 */
export function openTask(
  { trial, block, subject, window, handle }: WindowTask,
  load: OpenLoad,
  context: RunContext,
): OpenLoopTask & { readonly capacity: number } {
  const { config, dimensions } = context;
  const base = baseThroughput(load, subject.contestant, context);
  if (base === undefined)
    throw new ImpossibleWindow([
      `${window.id}: its load is a multiple of a throughput that is not known yet`,
    ]);
  const { afterwards } = load;
  const parts = load.mix ?? [{ label: 'all', query: load.query, share: 1 }];
  const size = relativeSize(load, dimensions);
  const capacity = base * size;
  const perSecond =
    load.within === undefined
      ? (sharedRate(window, load, size, context) ?? load.ofCapacity * capacity)
      : nextRate(context.capacities.lastStep(subject.contestant, window), load, capacity);
  return {
    origin: handle.service().origin,
    targets: parts.map(({ label, query, share }) => ({
      label,
      weight: share,
      path: `/${config.workload.name}?${new URLSearchParams(query)}`,
    })),
    arrivals: load.arrivals,
    perSecond,
    seconds: window.seconds,
    leadInSeconds: window.leadInSeconds,
    afterwards: afterwards && {
      perSecond: afterwards.ofCapacity * capacity,
      seconds: afterwards.seconds,
    },
    // Every contestant of a block gets the same arrivals.
    seed: `${config.seed}/${trial.round}/${block}`,
    policy: load.policy,
    connections: config.connections,
    mostConnections: mostConnections(window, config),
    timeoutMs: timeoutOf(window, load),
    generators: generatorsFor(perSecond, window, context),
    timeline: window.fault !== undefined || afterwards !== undefined,
    requests: config.requests,
    greeting: lightPathOf(handle),
    verify: { workload: config.workloadSpecifier, queries: parts.map(({ query }) => query) },
    capacity,
  };
}

/** Enough connections for all requests that may wait, and as many that are being refused. */
const mostConnections = ({ condition }: Window, { connections, workers }: RunContext['config']): number =>
  Math.max(MOST_CONNECTIONS, connections, 2 * (condition.setting.pendingPerWorker ?? 0) * workers);

function timeoutOf({ fault }: Window, { afterwards }: OpenLoad): Milliseconds {
  if (fault) return faultKinds[fault.kind].timeoutMs;
  return afterwards ? OVERLOAD_TIMEOUT_MS : TIMEOUT_MS;
}

/**
 * Returns the number of generators that this rate takes, the same for every contestant.
 *
 * @throws ImpossibleWindow, before it is tried, for a rate that all of them cannot send
 */
function generatorsFor(perSecond: number, { id }: Window, { config, dimensions }: RunContext): number {
  const { generatorCeiling: ceiling = Number.POSITIVE_INFINITY } = dimensions;
  const taken = Math.max(1, Math.ceil(perSecond / (MOST_OF_CEILING * ceiling)));
  const most = mostGenerators(config.cores, config.division);
  if (taken <= most) return taken;
  throw new ImpossibleWindow([
    `${id}: ${perSecond.toFixed(0)} req/s are more than half of the ${most * ceiling} that ${most === 1 ? 'the load generator' : `${most} load generators`} can send here`,
  ]);
}

/** File descriptors of one generator: 1,024 is the usual limit of a process. */
const MOST_CONNECTIONS = 900;

/** Specifies the probe of a window. Its arrivals are `constant`, so that it is no burst by itself. */
export const probeTask = ({ trial, window, handle }: WindowTask, probe: Probe): OpenLoopTask => ({
  origin: handle.service().origin,
  targets: [{ label: 'probe', path: probe.path, weight: 1 }],
  arrivals: 'constant',
  perSecond: probe.perSecond,
  seconds: window.seconds,
  leadInSeconds: window.leadInSeconds,
  seed: `${trial.id}/${window.id}`,
  policy: 'random',
  connections: 0, // connections are opened when needed: to open them first would wait for the very loop that is probed
  mostConnections: MOST_CONNECTIONS,
  timeoutMs: probe.timeoutMs,
});

type RateContext = Pick<RunContext, 'capacities' | 'config' | 'dimensions'>;

/** The throughput of which a load on this contestant is a multiple; undefined while the rounds have not measured it. */
function baseThroughput(
  { of, query }: OpenLoad,
  contestant: string,
  context: RateContext,
): number | undefined {
  if (of === 'core') return capacityOfCore(query, context.dimensions);
  if (of === 'own') return ownThroughput(contestant, context);
  return commonThroughput(of, context);
}

/** A rate that is printed can be typed: it has two digits. */
const DIGITS = 2;

/**
 * Returns the requests per second of a window that is the same for all; undefined while the throughput is not known.
 * It is fixed, and rounded, by what is known when the first round offers it, so that all rounds have one rate.
 *
 * @param size of the load's tasks, as a multiple of the headline's
 */
export function sharedRate(
  window: Pick<Window, 'id'>,
  load: OpenLoad,
  size: number,
  context: RateContext,
): number | undefined {
  const known = context.capacities.rate(window);
  if (known !== undefined) return known;
  const common =
    load.of === 'slowest' || load.of === 'fastest' ? commonThroughput(load.of, context) : undefined;
  if (common === undefined) return undefined;
  const perSecond = Number((load.ofCapacity * common * size).toPrecision(DIGITS));
  context.capacities.fixRate(window, perSecond);
  return perSecond;
}

/** Returns true if a rate that is the same for all would keep this contestant busier than 90 % of its time. */
export function isOverloadedBy(
  { id, load }: Pick<Window, 'id' | 'load'>,
  contestant: string,
  context: RateContext,
): boolean {
  if (load?.kind !== 'open' || load.of === 'core' || load.of === 'own') return false;
  const [common, own] = [commonThroughput(load.of, context), ownThroughput(contestant, context)];
  if (common === undefined || own === undefined) return false;
  const fixed = load.mix ? undefined : context.capacities.rate({ id });
  return (fixed ?? load.ofCapacity * common) > MOST_BUSY * own;
}

/** A variant has its contestant's throughput until it has one of its own: it is the same code. */
const ownThroughput = (name: string, { capacities }: RateContext) =>
  capacities.throughput(name) ?? capacities.throughput(splitVariant(name).base);

/** The throughput of which a load is a multiple that is the same for all. */
function commonThroughput(
  of: 'slowest' | 'fastest' | 'given',
  { capacities, config }: RateContext,
): number | undefined {
  if (of === 'given') return 1;
  const setters = rateSetters(config.contestants);
  const known = setters.filter((id) => capacities.throughput(id) !== undefined);
  // Where contestants take turns, the first of them would set the rate of its first round by itself. Where all are up
  // at once, one that is not known by now has failed.
  return config.sideBySide || known.length === setters.length ? capacities[of](known) : undefined;
}
