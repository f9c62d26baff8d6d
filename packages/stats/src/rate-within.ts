/** A window of an open loop, and its requests without a right answer within a target time. */
export type RateWindow = {
  readonly round: number;
  /** Offered requests per second. */
  readonly perSecond: number;
  readonly sent: number;
  /** Requests that were late, refused, failed or never answered. */
  readonly late: number;
};

/**
 * A contestant with its windows at several rates; at least one. They are counted by the reader's target.
 * `searched` are the same windows, counted by the target of their search; absent: it is the reader's.
 */
export type RateArm = {
  readonly id: string;
  readonly windows: readonly RateWindow[];
  readonly searched?: readonly RateWindow[];
};

/** The share of late requests that the target allows: that of a p99. */
export const ALLOWED = 0.01;

/** Returns true if the p99 of a window was within the target. */
export const isWithin = ({ sent, late }: Pick<RateWindow, 'sent' | 'late'>): boolean =>
  late <= ALLOWED * sent;

/** Windows of fewer rounds than this show no end of a figure. */
export const FEWEST_ROUNDS = 5;

/** The rate at which half of the windows keep the target, in requests per second. */
export type RateWithin = {
  readonly id: string;
  readonly rounds: number;
  readonly windows: number;
  readonly kept: number;
  /** 0: no measured rate is shown to keep the target. Never between 0 and the lowest measured rate. */
  readonly low: number;
  /** Infinity: it may be more than a step above the highest measured rate. */
  readonly high: number;
  /** Always between the measured rates; it is no figure unless both ends are known. */
  readonly estimate: number;
};

/** The lattice of ln rate has this step; cell 0 is the lowest measured rate. */
const CELL = 0.02;
/** A figure may be this far beyond the measured rates, on the side that makes an end less certain. */
const BEYOND = Math.round(Math.log(1.5) / CELL);
/** An upper end may lie in the step above the highest measured rate, which is where the search would have gone. */
const STEP = Math.log(1.15) / CELL;

/** The shares of windows that keep the target, and that miss it, at any rate. */
const STRAY = 0.04;
const LAPSE = 0.03;

/**
 * How fast the share of kept windows falls around the figure: the spread of ln rate above it, and below it, where windows
 * that a burst or a slow moment spoils make it wider. Both are unknown.
 */
type Shape = { readonly above: number; readonly below: number; readonly prior: number };

/** What is known of the spread before, from simulated services: a lognormal distribution. */
const USUAL_SPREAD = 0.07;
const LN_SPREAD = 0.5;
const SHAPES: readonly Shape[] = [0.03, 0.05, 0.08, 0.13, 0.2].flatMap((above) =>
  [1, 2.5, 6].map((times) => ({
    above,
    below: times * above,
    prior: -((Math.log(above / USUAL_SPREAD) / LN_SPREAD) ** 2) / 2,
  })),
);

/** The measured rates of an arm: the ln of the lowest, and the highest in cells above it. */
type Rates = { readonly lowest: number; readonly highest: number };

function ratesOf(windows: readonly RateWindow[]): Rates {
  const rates = windows.map(({ perSecond }) => Math.log(perSecond));
  const lowest = Math.min(...rates);
  return { lowest, highest: Math.ceil((Math.max(...rates) - lowest) / CELL) };
}

/**
 * Returns the ln likelihood of a shape for each cell of the figure, from `-BEYOND` to `highest + BEYOND`. The chance that a
 * window keeps the target is logistic in ln figure − ln rate, so it grows with the figure.
 */
function logLikelihood(
  windows: readonly RateWindow[],
  { lowest, highest }: Rates,
  { above, below }: Shape,
): number[] {
  const rates = windows.map((window) => {
    const rate = Math.log(window.perSecond) - lowest;
    return { kept: isWithin(window), rate, above: Math.exp(rate / above), below: Math.exp(rate / below) };
  });
  return Array.from({ length: highest + 2 * BEYOND + 1 }, (_, index) => {
    const figure = (index - BEYOND) * CELL;
    const figureAbove = Math.exp(-figure / above);
    const figureBelow = Math.exp(-figure / below);
    let [log, product] = [0, 1];
    for (const window of rates) {
      const odds = window.rate > figure ? window.above * figureAbove : window.below * figureBelow;
      const chance = STRAY + (1 - STRAY - LAPSE) / (1 + odds);
      product *= window.kept ? chance : 1 - chance;
      // A product of hundreds of windows would be below the smallest number.
      if (product < 1e-200) [log, product] = [log + Math.log(product), 1];
    }
    return log + Math.log(product);
  });
}

/** Returns exp of these logarithms, scaled so that they sum up to 1, and the logarithm of their sum. */
function normalised(logs: readonly number[]): { readonly shares: number[]; readonly logSum: number } {
  const most = Math.max(...logs);
  const shares = logs.map((log) => Math.exp(log - most));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { shares: shares.map((share) => share / total), logSum: most + Math.log(total) };
}

/**
 * Returns the weights of the shapes, by the windows of all arms at the target of the search. They do not depend on the
 * reader's target: this is why no figure falls as that grows.
 */
function weightsOf(arms: readonly RateArm[]): number[] {
  const logs = SHAPES.map((shape) =>
    arms.reduce((sum, { windows, searched = windows }) => {
      const rates = ratesOf(searched);
      const measured = logLikelihood(searched, rates, shape).slice(BEYOND, -BEYOND);
      return sum + normalised(measured).logSum - Math.log(measured.length);
    }, shape.prior),
  );
  return normalised(logs).shares;
}

/** Returns the p-th quantile of a figure between two cells, by the likelihoods of all shapes, in cells. */
function quantile(
  likelihoods: readonly (readonly number[])[],
  weights: readonly number[],
  [from, to]: readonly [number, number],
  p: number,
): number {
  const mass = Array<number>(to - from + 1).fill(0);
  likelihoods.forEach((logs, shape) => {
    const { shares } = normalised(logs.slice(from + BEYOND, to + BEYOND + 1));
    shares.forEach((share, cell) => {
      mass[cell] = (mass[cell] ?? 0) + (weights[shape] ?? 0) * share;
    });
  });
  let below = 0;
  for (const [cell, value] of mass.entries()) {
    if (below + value >= p) return from + cell - 0.5 + (p - below) / value;
    below += value;
  }
  return to + 0.5;
}

/**
 * Estimates for each arm the rate at which half of the windows keep the target (docs/adr/0055). The lower end holds
 * although the figure may be any distance below the measured rates, and is not above them; the upper end the other way
 * round. So neither end is made of rates that nobody measured. No end falls if a larger target makes more windows kept.
 *
 * @param level the chance that both ends hold; each fails with half of the rest
 */
export function ratesWithin(arms: readonly RateArm[], level = 0.95): RateWithin[] {
  const measured = arms.filter(({ windows }) => windows.length > 0);
  const weights = weightsOf(measured);
  return measured.map(({ id, windows }) => {
    const rates = ratesOf(windows);
    const { lowest, highest } = rates;
    const likelihoods = SHAPES.map((shape) => logLikelihood(windows, rates, shape));
    const end = (cells: readonly [number, number], p: number) => quantile(likelihoods, weights, cells, p);
    const perSecond = (cell: number) => Math.exp(lowest + Math.max(0, cell) * CELL);
    const tail = (1 - level) / 2;
    const low = end([-BEYOND, highest], tail);
    const high = end([0, highest + BEYOND], 1 - tail);
    return {
      id,
      rounds: new Set(windows.map(({ round }) => round)).size,
      windows: windows.length,
      kept: windows.filter(isWithin).length,
      low: low < -0.5 ? 0 : perSecond(low),
      estimate: perSecond(end([0, highest], 0.5)),
      high: high > highest + STEP ? Number.POSITIVE_INFINITY : perSecond(high),
    };
  });
}
