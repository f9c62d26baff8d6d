import type { Milliseconds } from '@cpu-bound/measure/model';
import { FEWEST_ROUNDS } from '@cpu-bound/stats/rate-within';
import { isBusy, type RateFigure, rangeOf, rateFigures } from '../analyse/rates-within.ts';
import * as format from '../format.ts';
import type { Analysis } from '../model/analysis.ts';
import { MOST_BUSY } from '../model.ts';
import { type MeasuredRate, type Measurements, measurementsIn, type StrategyRates } from './measurements.ts';

/**
 * This module alone knows what it means to keep a p99 at a rate: half of the windows at that rate are within it. It
 * returns values. The terminal, the page, the browser, the record, JSON and the exit code read them. The browser runs
 * this file, too, so it imports only what runs there.
 */

/** A reader's case: requests per second, and a bound for the p99 of a typical window; Infinity: any p99 will do. */
export type ReaderCase = { readonly rate: number; readonly p99: Milliseconds };

/**
 * The answer to a case.
 * - `kept`: shown to keep the p99 at this rate.
 * - `not kept`: shown not to.
 * - `beyond reach`: it cannot answer so many requests at all, so no other p99 would help.
 * - `unknown`: none of these was shown.
 */
export type CaseState = 'kept' | 'not kept' | 'beyond reach' | 'unknown';

/** A rate that was measured, and how many of its windows were within the p99. */
export type RateInCase = MeasuredRate & { readonly kept: number; readonly windows: number };

/** The number of machines like this one that a rate takes. */
export type Machines = {
  /** Fewer are shown to be too few. */
  readonly least: number;
  /** So many are shown to be enough; absent: no rate is shown to keep the p99. */
  readonly enough?: number;
};

/** The evidence for a state. */
export type Evidence =
  /** The interval of its largest rate within the p99, which is `figure`. */
  | { readonly by: 'figure' }
  /** The windows at a measured rate: the interval of their typical p99 lies on one side of the bound. */
  | { readonly by: 'windows'; readonly at: RateInCase }
  /** The upper end of its throughput, or all that the cores can compute; in requests per second. */
  | { readonly by: 'throughput' | 'cores'; readonly most: number };

/** The reason for which a state is unknown. */
export type Unknown =
  /** Its figures are in doubt. */
  | 'questioned'
  | 'not measured'
  /** The windows are of fewer than five rounds. */
  | 'too few rounds'
  /** Other programs used much of the CPU time. */
  | 'busy machine'
  /** Windows contradict each other. */
  | 'contradiction'
  /** The rate lies between the ends of the figure, or a p99 on both sides of the bound. */
  | 'no window tells';

/** A state with what shows it. */
type Shown =
  | { readonly state: Exclude<CaseState, 'unknown'>; readonly evidence: Evidence }
  | { readonly state: 'unknown'; readonly why: Unknown };

/** The answer of one strategy to a case. */
export type StrategyCase = {
  readonly id: string;
  /** Its largest rate within the p99; absent if the run did not search it. */
  readonly figure?: RateFigure;
  /** The measured rates next to the case's, at most one on each side. */
  readonly around: readonly RateInCase[];
  /** Absent if nothing tells how many. */
  readonly machines?: Machines;
} & Shown;

/** The answer to a case, of every strategy that was asked about. */
export type CaseAnswer = ReaderCase & {
  /** `kept` if any strategy keeps it; `unknown` if one may; otherwise none does. The exit code follows from it. */
  readonly state: CaseState;
  readonly strategies: readonly StrategyCase[];
};

/**
 * Answers a case for each of these strategies, by measurements and by no model: only less load makes nothing slower.
 *
 * @param asked the strategy that the answer is about (default: all)
 */
export function answerCase(
  { strategies, search }: Measurements,
  readerCase: ReaderCase,
  asked?: string,
): CaseAnswer {
  // A search tells nothing of a rate without a bound.
  const figures = search && Number.isFinite(readerCase.p99) ? rateFigures(search, readerCase.p99) : [];
  const answers = strategies
    .filter(({ id }) => asked === undefined || id === asked)
    .map((strategy) => {
      const figure = strategy.isQuestioned
        ? undefined
        : figures.find(({ contestant }) => contestant === strategy.id);
      return answerOf(strategy, readerCase, figure, search !== undefined && isBusy(search));
    });
  return { ...readerCase, state: stateOf(answers), strategies: answers };
}

/** Answers a case by the measurements of a run. @param asked the strategy that the answer is about (default: all) */
export const answerIn = (analysis: Analysis, readerCase: ReaderCase, asked?: string): CaseAnswer =>
  answerCase(measurementsIn(analysis), readerCase, asked);

/** The state of the answer to a rate without a bound: `kept` if a p99 was measured beside it. */
export function stateAtRate({ state, strategies }: CaseAnswer): CaseState {
  if (state === 'beyond reach') return state;
  return strategies.some(({ around }) => around.some(({ p99 }) => p99)) ? 'kept' : 'unknown';
}

/** The state of the answer to a p99 without a rate: `kept` if some end of a rate within it is known. */
export const stateWithin = (figures: readonly RateFigure[]): CaseState =>
  figures.some(({ form }) => form !== 'not known' && form !== 'too few rounds') ? 'kept' : 'unknown';

/**
 * Returns what would tell the unknown part of an answer: the rate itself, or a search if the bench would not offer a
 * strategy so much; undefined if nothing is unknown.
 */
export function toMeasure(
  measured: Pick<Measurements, 'strategies'>,
  { rate, strategies }: CaseAnswer,
): 'rate' | 'search' | undefined {
  const open = strategies.filter((answer) => answer.state === 'unknown' && answer.why !== 'questioned');
  if (open.length === 0) return undefined;
  const isTooMuch = open.every(({ id }) => {
    const reach = measured.strategies.find((strategy) => strategy.id === id)?.reach;
    return reach !== undefined && rate > MOST_BUSY * reach.perSecond;
  });
  return isTooMuch ? 'search' : 'rate';
}

function stateOf(answers: readonly Pick<StrategyCase, 'state'>[]): CaseState {
  const states = new Set(answers.map(({ state }) => state));
  if (states.size === 0) return 'unknown';
  const inOrder = ['kept', 'unknown', 'not kept', 'beyond reach'] as const;
  return inOrder.find((state) => states.has(state)) ?? 'unknown';
}

/** Answers a case for one strategy, by its figure for the case's p99. */
function answerOf(
  strategy: StrategyRates,
  readerCase: ReaderCase,
  figure: RateFigure | undefined,
  isOnBusyMachine: boolean,
): StrategyCase {
  const decisive = isOnBusyMachine ? undefined : figure;
  const { reach, isQuestioned } = strategy;
  const shown = (): Shown => {
    if (isQuestioned) return { state: 'unknown', why: 'questioned' };
    if (reach && readerCase.rate > reach.perSecond)
      return { state: 'beyond reach', evidence: { by: reach.by, most: reach.perSecond } };
    const found = [...byWindows(strategy, readerCase), ...byFigure(decisive, readerCase)];
    const [one] = found;
    if (one && found.every(({ state }) => state === one.state)) return one;
    if (one) return { state: 'unknown', why: 'contradiction' };
    return { state: 'unknown', why: whyUnknown(strategy, figure, isOnBusyMachine) };
  };
  const answer = shown();
  return {
    id: strategy.id,
    figure,
    around: around(strategy, readerCase.rate).map((rate) => inCase(rate, readerCase.p99)),
    ...machinesFor(readerCase.rate, answer.state, strategy, decisive),
    ...answer,
  };
}

/** The complete interval of a figure answers; a rate between its ends is left open. */
function byFigure(figure: RateFigure | undefined, { rate }: ReaderCase): Shown[] {
  if (!figure) return [];
  const [low, high] = rangeOf(figure);
  if (rate <= low) return [{ state: 'kept', evidence: { by: 'figure' } }];
  return rate >= high ? [{ state: 'not kept', evidence: { by: 'figure' } }] : [];
}

/**
 * The windows at one rate answer by the complete interval of their typical p99: at a rate of at least the case's they
 * show that it is kept, and at a rate of at most the case's that it is not.
 */
function byWindows(
  { rates }: Pick<StrategyRates, 'rates'>,
  { rate: wanted, p99: bound }: ReaderCase,
): Shown[] {
  // A rate that a page prints is accepted as that rate.
  const ratio = ({ perSecond }: MeasuredRate) =>
    format.printed(perSecond) === wanted ? 1 : perSecond / wanted;
  const isKept = ({ p99 }: MeasuredRate) => p99 !== undefined && !p99.censored && p99.high <= bound;
  const isLate = ({ p99 }: MeasuredRate) => p99 !== undefined && p99.low > bound;
  const decisive = rates.filter(isEnough);
  const kept = decisive.find((rate) => ratio(rate) >= 1 && isKept(rate));
  const late = decisive.findLast((rate) => ratio(rate) <= 1 && isLate(rate));
  return [kept && (['kept', kept] as const), late && (['not kept', late] as const)].flatMap((found) =>
    found ? [{ state: found[0], evidence: { by: 'windows', at: inCase(found[1], bound) } }] : [],
  );
}

/** Returns true if the windows at a rate are enough for an answer. */
const isEnough = ({ p99 }: MeasuredRate): boolean =>
  p99 !== undefined &&
  !p99.indicative &&
  new Set(p99.windows.each.map(({ round }) => round)).size >= FEWEST_ROUNDS;

function whyUnknown(
  { rates }: Pick<StrategyRates, 'rates'>,
  figure: RateFigure | undefined,
  isOnBusyMachine: boolean,
): Unknown {
  const measured = rates.filter(({ p99 }) => p99);
  if (!figure && measured.length === 0) return 'not measured';
  if ((!figure || figure.form === 'too few rounds') && !measured.some(isEnough)) return 'too few rounds';
  return figure && isOnBusyMachine ? 'busy machine' : 'no window tells';
}

/**
 * Counts machines by the ends of the figure: by the lower end so many are enough, and by the upper end, or by what one
 * can answer at all, fewer are too few.
 */
function machinesFor(
  rate: number,
  state: CaseState,
  { reach }: Pick<StrategyRates, 'reach'>,
  figure: RateFigure | undefined,
): { readonly machines?: Machines } {
  if (state === 'kept') return { machines: { least: 1, enough: 1 } };
  const [low, high] = figure ? rangeOf(figure) : [0, Number.POSITIVE_INFINITY];
  // Below the lower end, a measured rate contradicts the figure: no number of machines is shown.
  if (rate <= low) return {};
  const most = Math.min(high, reach?.perSecond ?? Number.POSITIVE_INFINITY);
  const least = Math.max(state === 'unknown' ? 1 : 2, Math.ceil(rate / most));
  if (low > 0)
    return { machines: { least: Math.min(least, Math.ceil(rate / low)), enough: Math.ceil(rate / low) } };
  return least > 1 ? { machines: { least } } : {};
}

/** The p99 at a rate: that of the windows that show the answer, or else of those at this rate. */
export function p99At(answer: StrategyCase, rate: number): MeasuredRate['p99'] {
  const evidence = answer.state === 'unknown' ? undefined : answer.evidence;
  const at =
    evidence?.by === 'windows'
      ? evidence.at
      : answer.around.find(({ perSecond }) => format.printed(perSecond) === rate);
  return at?.p99;
}

/** Returns the nearest measured rates on both sides of a rate. */
const around = ({ rates }: Pick<StrategyRates, 'rates'>, wanted: number): MeasuredRate[] =>
  [rates.findLast((rate) => rate.perSecond <= wanted), rates.find((rate) => rate.perSecond > wanted)].filter(
    (rate) => rate !== undefined,
  );

/** Counts the windows of a rate that were within the bound. */
const inCase = (rate: MeasuredRate, bound: Milliseconds): RateInCase => {
  const each = rate.p99?.windows.each ?? [];
  return { ...rate, kept: each.filter(({ fromDue }) => fromDue <= bound).length, windows: each.length };
};

/** Bounds that readers think in, in milliseconds. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/**
 * Returns a case that the run answers: its lowest rate, as it is printed, and the target of its search. Without a search
 * it is the bound that leaves the fewest strategies unknown, and is kept by some if any is; undefined if there is none.
 */
export function exampleOf(measured: Measurements): ReaderCase | undefined {
  const rates = measured.strategies.flatMap((strategy) => strategy.rates.map(({ perSecond }) => perSecond));
  if (rates.length === 0) return undefined;
  const rate = format.printed(Math.min(...rates));
  if (measured.search) return { rate, p99: measured.search.targetMs };
  const [best] = BOUNDS.map((p99) => {
    const { strategies } = answerCase(measured, { rate, p99 });
    const known = strategies.filter(({ state }) => state !== 'unknown').length;
    return { p99, known, isKept: strategies.some(({ state }) => state === 'kept') };
  })
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.known - a.known || a.p99 - b.p99);
  return best && { rate, p99: best.p99 };
}
