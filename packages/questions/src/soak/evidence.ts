import { type Counted, chanceOfSoMany } from '@cpu-bound/stats/hypergeometric';
import { type Slope, theilSen } from '@cpu-bound/stats/trend';
import type { Milliseconds } from '@cpu-bound/study/model';

/** The chance that a soak accuses anybody of rare stalls where nobody has more than another. */
const ALPHA = 0.05;
/** Memory wanders: a slope below this is no leak that a soak of an hour could show. */
export const LEAK_MIB_PER_MINUTE = 1;
/** A smaller change of p50 over a soak is that of the machine. */
export const DRIFT = 1.1;

const MIB = 2 ** 20;
const MINUTE_S = 60;

/** A contestant with more bad windows than another. */
export type MoreStalls = {
  readonly contestant: string;
  readonly than: string;
  /** The one-sided p-value of the exact permutation test, before the correction for the number of comparisons. */
  readonly chance: number;
};

/** Bad windows are those over three times the contestant's own median. */
export type BadCount = Counted & { readonly contestant: string };

/**
 * Who has more bad windows than whom, by the exact permutation test of two counts. Every ordered pair is a comparison,
 * and all together accuse in at most 5 % of soaks in which windows are bad by chance alone.
 */
export function moreStalls(counts: readonly BadCount[]): MoreStalls[] {
  const pairs = counts.flatMap((one) =>
    counts.filter(({ contestant }) => contestant !== one.contestant).map((other) => ({ one, other })),
  );
  return pairs.flatMap(({ one, other }) => {
    const chance = chanceOfSoMany(one, other);
    return chance < ALPHA / pairs.length
      ? [{ contestant: one.contestant, than: other.contestant, chance }]
      : [];
  });
}

/** A window of a soak: when it was, its latency, and the peak of its memory. */
export type SoakWindow = {
  /** From the beginning of the soak. */
  readonly atS: number;
  readonly p50: Milliseconds;
  readonly rssBytes?: number;
};

/** MiB per minute in the second half; in the first a heap grows to its size, and fragments. */
export function growthOf(windows: readonly SoakWindow[]): (Slope & { readonly leaks: boolean }) | undefined {
  const late = windows
    .slice(Math.floor(windows.length / 2))
    .flatMap(({ atS, rssBytes }) => (rssBytes === undefined ? [] : [{ minute: atS / MINUTE_S, rssBytes }]));
  const slope = theilSen(
    late.map(({ minute }) => minute),
    late.map(({ rssBytes }) => rssBytes / MIB),
  );
  return slope && { ...slope, leaks: slope.low > LEAK_MIB_PER_MINUTE };
}

/** By which factor p50 changed from the first window to the last. */
export function driftOf(windows: readonly SoakWindow[]): (Slope & { readonly drifts: boolean }) | undefined {
  const slope = theilSen(
    windows.map(({ atS }) => atS),
    windows.map(({ p50 }) => Math.log(p50)),
  );
  if (!slope) return undefined;
  const lasted = (windows.at(-1)?.atS ?? 0) - (windows[0]?.atS ?? 0);
  const [estimate, low, high] = [slope.estimate, slope.low, slope.high].map((each) =>
    Math.exp(each * lasted),
  ) as [number, number, number];
  return { n: slope.n, estimate, low, high, drifts: low > DRIFT || high < 1 / DRIFT };
}
