import { isElsewhere, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import { rateSetters } from '@cpu-bound/measure/contestants/rate-setters';
import type { OpenLoopTask } from '@cpu-bound/measure/load/open/child';
import { MOST_OF_CEILING } from '@cpu-bound/measure/load/open/gates';
import type { Query } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Dimensions, OpenLoad, Probe, Window } from '../model.ts';
import type { RunContext } from './context.ts';
import { isPoisonFault } from './poison.ts';
import { ImpossibleWindow } from './unsound-window.ts';
import type { WindowTask } from './window-task.ts';

/** An unanswered request is censored at this age. Windows that expect unanswered requests use a shorter one. */
const OPEN_TIMEOUT_MS = 10_000;
const OVERLOAD_TIMEOUT_MS = 4_000;
/** Longer: a job whose worker died waits for its lock to expire before another takes it. */
const FAULT_TIMEOUT_MS = 6_000;
/** Shorter: the requests that a failing task harms are not those that a queue tries again. */
const POISON_TIMEOUT_MS = 3_000;
/** File descriptors of the generator: 1,024 is the usual limit of a process. */
const MOST_CONNECTIONS = 900;
/** A queue that is busier than this share of its time is on the edge: it is overloaded, and has no latency. */
const MOST_BUSY = 0.9;
/** The rough cost of a request beside the kernel: a load of smaller tasks must not be taken for a lighter one. */
const BESIDE_THE_KERNEL_MS = 1;

/** An open load on this contestant, its rate from what the rounds so far have measured. @throws ImpossibleWindow without */
export function openSpec(
  { trial, block, subject, window, handle }: WindowTask,
  load: OpenLoad,
  context: RunContext,
): OpenLoopTask & { readonly capacity: number } {
  const { config, dimensions } = context;
  const base = capacityFor(load, subject.contestant, context);
  if (base === undefined)
    throw new ImpossibleWindow([
      `${window.id}: no throughput is known yet that its load could be a multiple of`,
    ]);
  const { afterwards } = load;
  const parts = load.mix ?? [{ label: 'all', query: load.query, share: 1 }];
  const isDisturbed = window.fault !== undefined || afterwards !== undefined;
  const capacity = base * relativeSize(load, dimensions);
  const faultTimeoutMs = isPoisonFault(window.fault?.kind) ? POISON_TIMEOUT_MS : FAULT_TIMEOUT_MS;
  assertWithinReach(load.ofCapacity * capacity, window, dimensions);
  return defined({
    origin: handle.service().origin,
    targets: parts.map(({ label, query, share }) => ({
      label,
      share,
      path: `/${config.workload.name}?${new URLSearchParams(query)}`,
    })),
    arrivals: load.arrivals,
    perSecond: load.ofCapacity * capacity,
    seconds: window.seconds,
    leadInSeconds: window.leadInSeconds,
    afterwards: afterwards && {
      perSecond: afterwards.ofCapacity * capacity,
      seconds: afterwards.seconds,
    },
    // The same arrivals for every contestant of a block.
    seed: `${config.seed}/${trial.round}/${block}`,
    policy: load.policy,
    connections: config.connections,
    mostConnections: Math.max(MOST_CONNECTIONS, config.connections),
    timeoutMs: window.fault ? faultTimeoutMs : afterwards ? OVERLOAD_TIMEOUT_MS : OPEN_TIMEOUT_MS,
    timeline: isDisturbed,
    requests: config.requests,
    greeting: isElsewhere(handle.contestant) ? handle.contestant.light : undefined,
    verify: { workload: config.workloadSpecifier, queries: parts.map(({ query }) => query) },
    capacity,
  });
}

/** On many cores a service may answer more than one generator can ask: that is known before it is tried. */
function assertWithinReach(perSecond: number, { id }: Window, { generatorCeiling }: Dimensions): void {
  if (generatorCeiling === undefined || perSecond <= MOST_OF_CEILING * generatorCeiling) return;
  throw new ImpossibleWindow([
    `${id}: ${perSecond.toFixed(0)} req/s are more than half of the ${generatorCeiling} that the load generator can send here`,
  ]);
}

function capacityFor(load: OpenLoad, contestant: string, context: RunContext): number | undefined {
  if (load.of === 'core') return capacityOfCore(load.query, context);
  if (load.of === 'own') return ownThroughput(contestant, context);
  return rateBase(load.of, context);
}

/** A variant has its contestant's throughput until it has one of its own: it is the same code. */
const ownThroughput = (name: string, { capacities }: RunContext) =>
  capacities.throughput(name) ?? capacities.throughput(splitVariant(name).base);

/** The throughput of which a load is a multiple that is the same for all. */
function rateBase(
  of: 'slowest' | 'fastest' | 'given',
  { capacities, config }: RunContext,
): number | undefined {
  if (of === 'given') return 1;
  const setters = rateSetters(config.contestants);
  const known = setters.filter((id) => capacities.throughput(id) !== undefined);
  // Where contestants take turns, the first of them would set the rate of its first round by itself. Where all are up
  // at once, one that is not known by now has failed.
  return config.sideBySide || known.length === setters.length ? capacities[of](known) : undefined;
}

/** Whether a rate that is the same for all would keep this contestant busier than 90 % of its time. */
export function isOverloadedBy(load: Window['load'], contestant: string, context: RunContext): boolean {
  if (load?.kind !== 'open' || load.of === 'core' || load.of === 'own') return false;
  const [shared, own] = [rateBase(load.of, context), ownThroughput(contestant, context)];
  return shared !== undefined && own !== undefined && load.ofCapacity * shared > MOST_BUSY * own;
}

/** How many requests of an input one core would answer in a second. @throws ImpossibleWindow where it was not timed */
export function capacityOfCore(query: Query, { dimensions }: Pick<RunContext, 'dimensions'>): number {
  const kernelMs = dimensions.kernelMs[inputKey(query)];
  if (kernelMs === undefined) throw new ImpossibleWindow(['the kernel was not timed for this input']);
  return 1000 / (kernelMs + BESIDE_THE_KERNEL_MS);
}

/** How many requests of the mix are as much work as one of the headline's, by the kernel's own times. */
function relativeSize({ query, mix }: OpenLoad, { kernelMs }: Dimensions): number {
  if (!mix) return 1;
  const ms = (of: OpenLoad['query']) => (kernelMs[inputKey(of)] ?? Number.NaN) + BESIDE_THE_KERNEL_MS;
  const total = mix.reduce((sum, { share }) => sum + share, 0);
  const relative = ms(query) / mix.reduce((sum, part) => sum + (part.share / total) * ms(part.query), 0);
  if (!Number.isFinite(relative))
    throw new ImpossibleWindow(['the kernel was not timed for the parts of the mix']);
  return relative;
}

/** The name of an input in the dimensions. */
export const inputKey = (query: OpenLoad['query']) => new URLSearchParams(query).toString();

/** The probe of a window; `constant`, so that it is no burst by itself. */
export const probeSpec = ({ trial, window, handle }: WindowTask, probe: Probe): OpenLoopTask => ({
  origin: handle.service().origin,
  targets: [{ label: 'probe', path: probe.path, share: 1 }],
  arrivals: 'constant',
  perSecond: probe.perSecond,
  seconds: window.seconds,
  leadInSeconds: window.leadInSeconds,
  seed: `${trial.id}/${window.id}`,
  policy: 'random',
  connections: 0, // opened when needed: to open them first would wait for the very loop that is probed
  mostConnections: MOST_CONNECTIONS,
  timeoutMs: probe.timeoutMs,
});
