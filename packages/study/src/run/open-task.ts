import { isElsewhere } from '@cpu-bound/measure/contestants/manifest';
import type { OpenLoopTask } from '@cpu-bound/measure/load/open/child';
import { MOST_OF_CEILING } from '@cpu-bound/measure/load/open/gates';
import { defined } from '@cpu-bound/workload/defined';
import type { Dimensions, Milliseconds, OpenLoad, Window } from '../model.ts';
import type { RunContext } from './context.ts';
import { faultKinds } from './fault-kinds.ts';
import { relativeSize } from './kernel-times.ts';
import { baseThroughput } from './offered-rate.ts';
import { MOST_CONNECTIONS } from './probe-task.ts';
import { nextRate } from './rate-search.ts';
import { ImpossibleWindow } from './unsound-window.ts';
import type { WindowTask } from './window-task.ts';

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
  const capacity = base * relativeSize(load, dimensions);
  const perSecond =
    load.within === undefined
      ? load.ofCapacity * capacity
      : nextRate(context.capacities.lastStep(subject.contestant, window), load, capacity);
  assertWithinReach(perSecond, window, dimensions);
  return defined({
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
    timeline: window.fault !== undefined || afterwards !== undefined,
    requests: config.requests,
    greeting: isElsewhere(handle.contestant) ? handle.contestant.light : undefined,
    verify: { workload: config.workloadSpecifier, queries: parts.map(({ query }) => query) },
    capacity,
  });
}

/** Enough connections for all requests that may wait, and as many that are being refused. */
const mostConnections = ({ condition }: Window, { connections, workers }: RunContext['config']): number =>
  Math.max(MOST_CONNECTIONS, connections, 2 * (condition.setting.pendingPerWorker ?? 0) * workers);

function timeoutOf({ fault }: Window, { afterwards }: OpenLoad): Milliseconds {
  if (fault) return faultKinds[fault.kind].timeoutMs;
  return afterwards ? OVERLOAD_TIMEOUT_MS : TIMEOUT_MS;
}

/** Refuses a rate that one generator cannot send, before it is tried: on many cores, a service may answer more. */
function assertWithinReach(perSecond: number, { id }: Window, { generatorCeiling }: Dimensions): void {
  if (generatorCeiling === undefined || perSecond <= MOST_OF_CEILING * generatorCeiling) return;
  throw new ImpossibleWindow([
    `${id}: ${perSecond.toFixed(0)} req/s are more than half of the ${generatorCeiling} that the load generator can send here`,
  ]);
}
