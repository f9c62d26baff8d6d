import type { Interval } from '@cpu-bound/stats/interval';
import {
  compareRatesWithin,
  FEWEST_ROUNDS,
  isWithin,
  type RateArm,
  ratesWithin,
} from '@cpu-bound/stats/rate-within';
import {
  type Comparison,
  type ContestantFacts,
  familiesOf,
  kindOf,
  type Milliseconds,
  type RateSearch,
  type SearchWindow,
} from '../model.ts';

/**
 * The largest rate of a contestant at which the p99 of a typical window is within a target, or a bound for it: `below`
 * if the lowest measured rates did not keep the target, `at least` if the highest did.
 */
export type RateFigure = {
  readonly contestant: string;
  readonly rounds: number;
  /** Too few rounds, or a busy machine: the figure decides no case. */
  readonly indicative?: true;
} & (
  | { readonly kind: 'rate'; readonly rate: Interval }
  | { readonly kind: 'below' | 'at least'; readonly perSecond: number }
);

/** The rates that a figure leaves possible. */
export const rangeOf = (figure: RateFigure): readonly [number, number] => {
  switch (figure.kind) {
    case 'rate':
      return [figure.rate.low, figure.rate.high];
    case 'below':
      return [0, figure.perSecond];
    case 'at least':
      return [figure.perSecond, Number.POSITIVE_INFINITY];
  }
};

/** Where other programs use more of the CPU time than this, intervals are too narrow (docs/adr/0055). */
const BUSY = 0.05;

export const isBusy = ({ foreign = 0 }: Pick<RateSearch, 'foreign'>): boolean => foreign > BUSY;

const armOf = (id: string, windows: readonly SearchWindow[], targetMs: Milliseconds): RateArm => ({
  id,
  windows: windows
    .filter(({ contestant }) => contestant === id)
    .map(({ round, perSecond, sent, slowest }) => ({
      round,
      perSecond,
      sent,
      late: slowest.filter((ms) => ms > targetMs).length,
    })),
});

/** The facts about a contestant that a search needs. */
type Contestant = Pick<ContestantFacts, 'id' | 'peerOf'>;

/** The contestants of a run that are compared with each other: the main ones, and each of them with its peers. */
const groupsOf = (contestants: readonly Contestant[]): (readonly Contestant[])[] => {
  const { main, families } = familiesOf(contestants);
  return [main, ...families.map(({ members }) => members)];
};

/** Returns the figures of all contestants for a target, which need not be that of the search. */
export function rateFigures(
  search: RateSearch,
  contestants: readonly Contestant[],
  targetMs: Milliseconds = search.targetMs,
): RateFigure[] {
  const found = new Map<string, RateFigure>();
  for (const group of groupsOf(contestants)) {
    const arms = group
      .map(({ id }) => armOf(id, search.windows, targetMs))
      .filter(({ windows }) => windows.length > 0);
    for (const [id, rate] of ratesWithin(arms)) {
      const arm = arms.find((candidate) => candidate.id === id);
      if (arm && !found.has(id)) found.set(id, figureOf(arm, rate, search));
    }
  }
  return contestants.flatMap(({ id }) => found.get(id) ?? []);
}

/**
 * The windows of a search are steps of 15 % apart. Those that are less than half a step above the figure are windows at the
 * figure: without them, one late window below would decide.
 */
const HALF_A_STEP = 1.07;

/**
 * Returns a rate only between rates that were measured: at those up to it, at least half of the windows are within the
 * target. A service that stalls at every rate has no such rates, whatever the slope says.
 */
function figureOf({ id, windows }: RateArm, rate: Interval, search: RateSearch): RateFigure {
  const rounds = new Set(windows.map(({ round }) => round)).size;
  const indicative = rounds < FEWEST_ROUNDS || isBusy(search);
  const shared = { contestant: id, rounds, ...(indicative && { indicative }) };
  const rates = windows.map(({ perSecond }) => perSecond);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  const below = windows.filter(({ perSecond }) => perSecond <= HALF_A_STEP * rate.estimate);
  const kept = below.filter(isWithin);
  if (kept.length === 0 || 2 * kept.length < below.length)
    return { ...shared, kind: 'below', perSecond: lowest };
  if (rate.estimate >= highest)
    return { ...shared, kind: 'at least', perSecond: Math.max(...kept.map(({ perSecond }) => perSecond)) };
  const most = search.throughput[id] ?? Number.POSITIVE_INFINITY;
  const [estimate, low, high] = [rate.estimate, rate.low, rate.high].map((bound) =>
    Math.min(bound, most),
  ) as [number, number, number];
  return { ...shared, kind: 'rate', rate: { ...rate, estimate, low, high, indicative } };
}

/** Compares the contestants that have a rate, in pairs; none on a busy machine. */
export function rateComparisons(
  search: RateSearch,
  contestants: readonly Contestant[],
  figures: readonly RateFigure[],
  options: Omit<Parameters<typeof compareRatesWithin>[1], 'margin'>,
): Comparison[] {
  if (isBusy(search)) return [];
  const { margin = 0.05 } = kindOf('rate-within');
  return groupsOf(contestants).flatMap((group) => {
    const arms = group
      .filter(({ id }) => figures.some(({ contestant, kind }) => contestant === id && kind === 'rate'))
      .map(({ id }) => armOf(id, search.windows, search.targetMs));
    return compareRatesWithin(arms, { margin, ...options }).map((pair) => ({
      metric: 'rate-within' as const,
      condition: search.condition,
      ...pair,
    }));
  });
}
