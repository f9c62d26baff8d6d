import { chanceOfSoMany, type MarkedCount } from '@cpu-bound/stats/distributions';
import { geometricMean } from '@cpu-bound/stats/moments';
import { type Slope, theilSen } from '@cpu-bound/stats/trend';
import { badWindows, type MarkedWindow } from '@cpu-bound/study/analyse/bad-windows';
import type { Observation, QuestionInput } from '@cpu-bound/study/analyse/observations';
import { percentileOf } from '@cpu-bound/study/analyse/percentiles';
import type { Metric, Milliseconds, ScenarioAnalysis } from '@cpu-bound/study/model';
import { expectedOfBlock } from '@cpu-bound/study/plan/windows';

/** The chance that a soak accuses any contestant of rare stalls although none has more than another. */
const ALPHA = 0.05;
/** The least slope that counts as a leak: memory wanders, and a soak of an hour cannot show less. */
export const LEAK_MIB_PER_MINUTE = 1;
/** The least change of p50 beside the others that counts. */
export const DRIFT = 1.1;

export const MIB = 2 ** 20;
export const MINUTE_S = 60;

/** A contestant with more bad windows than the others. */
export type StallExcess = {
  readonly contestant: string;
  /** The one-sided p-value of the exact permutation test, before the correction for the number of contestants. */
  readonly chance: number;
};

/** The number of bad windows: those above three times the contestant's own median. */
export type BadCount = MarkedCount & { readonly contestant: string };

/**
 * Finds contestants with more bad windows than the others together, by the exact permutation test of two counts. All
 * comparisons together accuse in at most 5 % of soaks whose windows are bad by chance alone. Pairs would be three times
 * as many comparisons, with fewer windows in each.
 */
export function moreStalls(counts: readonly BadCount[]): StallExcess[] {
  return counts.flatMap((count) => {
    const others = counts.filter(({ contestant }) => contestant !== count.contestant);
    const chance = chanceOfSoMany(count, {
      marked: sum(others.map(({ marked }) => marked)),
      size: sum(others.map(({ size }) => size)),
    });
    return others.length > 0 && chance < ALPHA / counts.length
      ? [{ contestant: count.contestant, chance }]
      : [];
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A window of a soak: its time, its latency, and its peak memory. */
export type SoakWindow = {
  /** Seconds from the beginning of the soak. */
  readonly atS: number;
  readonly p50: Milliseconds;
  /**
   * The typical p50 of the other contestants in the same block. A contestant alone has the time of the function instead,
   * and a service that runs elsewhere has nothing.
   */
  readonly beside?: Milliseconds;
  readonly rssBytes?: number;
};

/** Returns MiB per minute in the second half; in the first half a heap grows to its size, and fragments. */
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

/**
 * Returns the factor by which p50 changed beside the others, from the first window to the last. The speed of a machine
 * wanders within an hour, which changes the p50 of all contestants alike.
 */
export function driftOf(windows: readonly SoakWindow[]): (Slope & { readonly drifts: boolean }) | undefined {
  const compared = windows.flatMap(({ atS, p50, beside }) =>
    beside === undefined ? [] : [{ atS, logRatio: Math.log(p50 / beside) }],
  );
  const slope = theilSen(
    compared.map(({ atS }) => atS),
    compared.map(({ logRatio }) => logRatio),
  );
  if (!slope) return undefined;
  const lasted = (windows.at(-1)?.atS ?? 0) - (windows[0]?.atS ?? 0);
  const [estimate, low, high] = [slope.estimate, slope.low, slope.high].map((each) =>
    Math.exp(each * lasted),
  ) as [number, number, number];
  return { n: slope.n, estimate, low, high, drifts: low > DRIFT || high < 1 / DRIFT };
}

/** A contestant over the whole soak. */
export type SoakOf = {
  readonly contestant: string;
  readonly windows: readonly SoakWindow[];
  readonly bad: number;
  /** MiB per minute in the second half; absent if it has too few windows, or memory is unknown. */
  readonly growth?: Slope & { readonly leaks: boolean };
  /** The factor by which p50 changed beside the others. */
  readonly drift?: Slope & { readonly drifts: boolean };
};

export type SoakAnalysis = ScenarioAnalysis & {
  readonly each: readonly SoakOf[];
  readonly stalls: readonly StallExcess[];
  readonly bad: readonly MarkedWindow[];
};

/** Returns the windows in order, by contestant in the order of the run. A window's time is the planned time of its block. */
function windowsOf(input: QuestionInput): Map<string, SoakWindow[]> {
  const { read } = percentileOf(input, 'latency', 'p50');
  const blocks = [...Map.groupBy(input.observations, ({ block }) => block).values()];
  const windows = blocks.flatMap((block, index) => {
    const atS = index * secondsOf(block);
    const figures = block.flatMap((observation) => {
      const p50 = read(observation);
      return p50 === undefined ? [] : [{ observation, p50 }];
    });
    return figures.map(({ observation: { subject, result, reference }, p50 }) => {
      const others = figures
        .filter(({ observation }) => observation.subject.name !== subject.name)
        .map((other) => other.p50);
      const beside = others.length > 0 ? geometricMean(others) : reference?.wallMs;
      const rssBytes = result.usage?.serverRssBytes;
      return { contestant: subject.contestant, window: { atS, p50, beside, rssBytes } };
    });
  });
  const byContestant = Map.groupBy(windows, ({ contestant }) => contestant);
  return new Map(
    input.run.contestants.flatMap(({ id }) => {
      const own = byContestant.get(id);
      return own ? [[id, own.map(({ window }) => window)]] : [];
    }),
  );
}

function secondsOf(block: readonly Observation[]): number {
  const [first] = block;
  if (!first) return 0;
  return expectedOfBlock({
    id: first.block,
    window: first.window,
    order: block.map(({ subject }) => subject.name),
  });
}

/** Finds what is rare and what changes, in the windows of one sitting. */
export function overTime(
  input: QuestionInput,
  metrics: readonly Metric[],
): Pick<SoakAnalysis, 'each' | 'stalls' | 'bad'> {
  const bad = badWindows(input, metrics);
  const each = [...windowsOf(input)].map(
    ([contestant, windows]): SoakOf => ({
      contestant,
      windows,
      bad: bad.filter((window) => window.contestant === contestant).length,
      growth: growthOf(windows),
      drift: driftOf(windows),
    }),
  );
  const counts = each.map(({ contestant, bad: marked, windows }) => ({
    contestant,
    marked,
    size: windows.length,
  }));
  return { each, stalls: moreStalls(counts), bad };
}
