import { rateSetters, splitVariant } from '@cpu-bound/measure/contestants/manifest';
import { MOST_BUSY, type OpenLoad, type Window } from '../model.ts';
import type { RunContext } from './context.ts';
import { capacityOfCore } from './kernel-times.ts';

type RateContext = Pick<RunContext, 'capacities' | 'config' | 'dimensions'>;

/** The throughput of which a load on this contestant is a multiple; undefined while the rounds have not measured it. */
export function baseThroughput(
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
