import type { Cell, Dimensions, OpenLoad, Probe, Window } from '../../model.ts';
import type { OpenLoopTask } from '../load/open/child.ts';
import { MOST_OF_CEILING } from '../load/open/gates.ts';
import type { RunContext } from './context.ts';
import { OutOfReach, VoidCell } from './void-cell.ts';

/** The probe's deadline: a saturated event loop takes seconds to answer, and that is what it is to show. */
const PROBE_TIMEOUT_MS = 10_000;
/** An unanswered request is censored at this age; where that is to be expected, nobody waits so long. */
const OPEN_TIMEOUT_MS = 10_000;
const OVERLOAD_TIMEOUT_MS = 4_000;
/** Longer: a job whose worker died waits for its lock to expire before another takes it. */
const FAULT_TIMEOUT_MS = 6_000;
/** File descriptors of the generator: 1,024 are what a process may have where nobody raised it. */
const MOST_CONNECTIONS = 900;
/** What a request costs beside the kernel, roughly: a load of smaller tasks must not be taken for a lighter one. */
const BESIDE_THE_KERNEL_MS = 1;

/** An open load on this contestant, its rate from what the dimensioning run saw. @throws VoidCell without one */
export function openSpec(
  origin: string,
  cell: Cell,
  window: Window,
  load: OpenLoad,
  { config, dimensions }: RunContext,
): OpenLoopTask {
  const capacity = capacityFor(load, cell.contestant, dimensions);
  if (capacity === undefined) {
    throw new VoidCell([
      `${window.id}: no answer came in the ${config.profile.dimensionSeconds} s before the first round, so there is no load to offer`,
    ]);
  }
  const { afterwards, connections = config.connections } = load;
  const parts = load.mix ?? [{ label: 'all', query: load.query, share: 1 }];
  const isDisturbed = window.fault !== undefined || afterwards !== undefined;
  const perSecond = (ofCapacity: number) => ofCapacity * capacity * relativeSize(load, dimensions);
  assertWithinReach(perSecond(load.ofCapacity), window, dimensions);
  return {
    origin,
    targets: parts.map(({ label, query, share }) => ({
      label,
      share,
      path: `/${config.workload.name}?${new URLSearchParams(query)}`,
    })),
    arrivals: load.arrivals,
    perSecond: perSecond(load.ofCapacity),
    seconds: window.seconds,
    leadInSeconds: window.leadInSeconds,
    ...(afterwards && {
      afterwards: { perSecond: perSecond(afterwards.ofCapacity), seconds: afterwards.seconds },
    }),
    // The same arrivals for every contestant of a round.
    seed: `${config.seed}/${window.scenario ?? cell.scenario}/${cell.round}/${window.id}`,
    policy: load.policy,
    connections,
    mostConnections: load.connections ?? Math.max(MOST_CONNECTIONS, config.connections),
    timeoutMs: window.fault ? FAULT_TIMEOUT_MS : afterwards ? OVERLOAD_TIMEOUT_MS : OPEN_TIMEOUT_MS,
    timeline: isDisturbed,
    verify: { workload: config.workloadSpecifier, queries: parts.map(({ query }) => query) },
  };
}

/** On many cores a service may answer more than one generator can ask: that is known before it is tried. */
function assertWithinReach(perSecond: number, { id }: Window, { generatorCeiling }: Dimensions): void {
  if (generatorCeiling === undefined || perSecond <= MOST_OF_CEILING * generatorCeiling) return;
  throw new OutOfReach([
    `${id}: ${perSecond.toFixed(0)} req/s are more than half of the ${generatorCeiling} that the load generator can send here`,
  ]);
}

/** A variant has its contestant's capacity: it is the same code. */
function capacityFor({ of }: OpenLoad, name: string, { contestants }: Dimensions): number | undefined {
  if (of === 'own') return (contestants[name] ?? contestants[name.split(':')[0] ?? ''])?.capacity;
  const capacities = Object.values(contestants).map(({ capacity }) => capacity);
  return capacities.length > 0 ? Math.min(...capacities) : undefined;
}

/** How many requests of the mix are as much work as one of the headline's, by the kernel's own times. */
function relativeSize({ query, mix }: OpenLoad, { kernelMs = {} }: Dimensions): number {
  if (!mix) return 1;
  const ms = (of: OpenLoad['query']) => (kernelMs[inputKey(of)] ?? Number.NaN) + BESIDE_THE_KERNEL_MS;
  const total = mix.reduce((sum, { share }) => sum + share, 0);
  const relative = ms(query) / mix.reduce((sum, part) => sum + (part.share / total) * ms(part.query), 0);
  if (!Number.isFinite(relative)) throw new VoidCell(['the kernel was not timed for the parts of the mix']);
  return relative;
}

/** The name of an input in the dimensions. */
export const inputKey = (query: OpenLoad['query']) => new URLSearchParams(query).toString();

export const probeSpec = (origin: string, cell: Cell, window: Window, probe: Probe): OpenLoopTask => ({
  origin,
  targets: [{ label: 'probe', path: probe.path, share: 1 }],
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
