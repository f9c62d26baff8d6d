import { type Arm, type ArmPair, allPairs, compareThese } from '@cpu-bound/stats/compare-pairs';
import { location } from '@cpu-bound/stats/location';
import { LOOKS } from '@cpu-bound/stats/looks';
import { summaryOf as median } from '@cpu-bound/stats/moments';
import type { Comparison, Metric } from '../model/analysis.ts';
import type { Condition, Window } from '../model/plan.ts';
import type { WindowResult } from '../model/results.ts';
import { familiesOf, kindOf, type MetricId, sameInput } from '../model.ts';
import {
  conditionsOf,
  eachRound,
  type Observation,
  type QuestionInput,
  type RoundValues,
  type RunFacts,
  under,
} from './observations.ts';

/** A number of a window, which some windows do not have. */
export type Measure = {
  readonly metric: MetricId;
  readonly read: (observation: Observation) => number | undefined;
};

/**
 * Verified answers per second of a closed loop. A window without an answer counts as less than one, because a ratio
 * needs a number.
 */
export const throughput: Measure = {
  metric: 'throughput',
  read: ({ result }) => result.load && Math.max(result.load.perSecond, 1 / result.load.seconds),
};

/** The values of the blocks, by round. A rate or a time of 0 is no measurement; a count may be 0. */
export function blocksByRound(
  found: readonly Observation[],
  { metric, read }: Measure,
): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const positive = kindOf(metric).scale === 'geometric';
  const rounds = new Map<number, Map<string, number>>();
  for (const observation of found) {
    const value = read(observation);
    if (value === undefined || !Number.isFinite(value) || (positive && value <= 0)) continue;
    const blocks = rounds.get(observation.round) ?? new Map<string, number>();
    rounds.set(observation.round, blocks.set(observation.block, value));
  }
  return rounds;
}

/**
 * Returns one value for each round: the median of its blocks, so that a short disturbance spoils at most one of three.
 */
export const byRound = (found: readonly Observation[], measure: Measure): RoundValues =>
  new Map([...blocksByRound(found, measure)].map(([round, blocks]) => [round, median([...blocks.values()])]));

/**
 * Locates a metric over the rounds; nothing if no round has it.
 *
 * @param level of its interval, in (0, 1); absent: 0.95
 */
export function metricOver(
  shared: Pick<Metric, 'contestant' | 'metric' | 'condition'>,
  rounds: RoundValues,
  level?: number,
): Metric[] {
  const values = [...rounds.values()];
  if (values.length === 0) return [];
  const { unit, scale, resolution = 0 } = kindOf(shared.metric);
  const found = location(values, { scale, level });
  const low = resolution > 0 ? Math.max(0, found.low - resolution) : found.low;
  return [{ ...shared, unit, ...found, low, high: found.high + resolution, rounds: values }];
}

/**
 * Locates each measure of each subject under each condition over the rounds. It keeps the value of each round, and of each
 * block if the measure is compared: with them, anyone can compute the ratios of pairs again.
 */
export const metricsOf = (input: QuestionInput, measures: readonly Measure[]): Metric[] =>
  conditionsOf(input.observations).flatMap((condition) =>
    input.run.subjects.flatMap(({ id: contestant }) => {
      const own = under(input.observations, contestant, condition);
      return measures.flatMap((measure): Metric[] => {
        const found = metricOver({ contestant, metric: measure.metric, condition }, byRound(own, measure));
        return kindOf(measure.metric).better === undefined
          ? found
          : found.map((metric) => ({ ...metric, blocks: storedBlocks(blocksByRound(own, measure)) }));
      });
    }),
  );

const storedBlocks = (rounds: ReturnType<typeof blocksByRound>): NonNullable<Metric['blocks']> =>
  Object.fromEntries([...rounds].map(([round, blocks]) => [round, Object.fromEntries(blocks)]));

/** Compares all contestants in pairs under each condition, and each variant with its contestant: two families. */
export const comparisonsOf = (input: QuestionInput, measure: Measure): Comparison[] =>
  conditionsOf(input.observations).flatMap((condition) =>
    compared(input.run, measure.metric, condition, armsUnder(input, measure, condition)),
  );

/** The subjects that have a value under a condition, with the blocks of each round. */
export const armsUnder = (
  { run, observations }: Pick<QuestionInput, 'run' | 'observations'>,
  measure: Measure,
  condition: Condition,
): Arm[] =>
  run.subjects
    .map(({ id }): Arm => ({ id, values: blocksByRound(under(observations, id, condition), measure) }))
    .filter(({ values }) => values.size > 0);

/**
 * Compares the main contestants in pairs, as one family. Other families are each main contestant with its peers, and
 * each variant with its contestant. The throughput of another kernel makes a family with the main contestants outside
 * its own. It compares faster code with more cores.
 *
 * @param arms those that have values, in the order of the subjects
 */
export function compared(
  { subjects, contestants, figures }: Pick<RunFacts, 'subjects' | 'contestants' | 'figures'>,
  metric: MetricId,
  condition: Condition,
  arms: readonly Arm[],
): Comparison[] {
  const { margin = 0.05, better = 'higher' } = kindOf(metric);
  const when = figures === undefined ? { looks: LOOKS } : { level: 1 - 0.05 / figures };
  const options = { margin, higherIsBetter: better === 'higher', ...when };
  const isContestant = (id: string) => contestants.some((contestant) => contestant.id === id);
  const variants = arms.flatMap((arm): ArmPair[] => {
    const base = subjects.find(({ id }) => id === arm.id)?.variantOf;
    const against = arms.find(({ id }) => id === base);
    return against && !isContestant(arm.id) ? [[arm, against]] : [];
  });
  const { main, families } = familiesOf(contestants);
  const pairsOf = (members: readonly { readonly id: string }[]) =>
    allPairs(arms.filter(({ id }) => members.some((member) => member.id === id)));
  const ofKernels = metric === 'throughput' ? kernelPairs(contestants, arms) : [];
  const pairs = [pairsOf(main), ...families.map(({ members }) => pairsOf(members)), variants, ofKernels];
  return pairs
    .flatMap((family) => compareThese(family, options))
    .map((pair) => ({ metric, condition, ...pair }));
}

function kernelPairs(contestants: RunFacts['contestants'], arms: readonly Arm[]): ArmPair[] {
  const { main, families } = familiesOf(contestants);
  const armOf = (id: string) => arms.find((arm) => arm.id === id);
  return families.flatMap(({ main: own, members }) =>
    members
      .filter(({ kernel }) => kernel !== undefined)
      .flatMap((faster) =>
        main.flatMap((other): ArmPair[] => {
          const [one, two] = [armOf(faster.id), armOf(other.id)];
          return other !== own && one && two ? [[one, two]] : [];
        }),
      ),
  );
}

/** The kernel's CPU time on all cores at once, as timed before the blocks of each round. */
export const kernelByRound = (
  { observations }: Pick<QuestionInput, 'observations'>,
  input: Condition['input'],
): RoundValues => {
  const timed = observations.filter(({ reference }) => reference && sameInput(reference.input, input));
  return byRound(timed, { metric: 'kernel-ms', read: ({ reference }) => reference?.cpuMs });
};

export const kernelMetric = (input: QuestionInput, condition: Condition): Metric[] =>
  metricOver({ contestant: 'kernel', metric: 'kernel-ms', condition }, kernelByRound(input, condition.input));

/** The number of requests that ended, and of those without a right answer. */
export type RequestCounts = { readonly ended: number; readonly unanswered: number };

/**
 * Counts the requests of a load without a right answer: refused, failed, cut or late. It is absent if the window harms
 * or overloads the service on purpose, or searches its limit, where this number is the question itself. Requests that were open at the end of
 * a closed loop do not count.
 */
export function endedIn({ fault }: Window, { load, open }: WindowResult): RequestCounts | undefined {
  const accounting = load?.accounting ?? open?.accounting;
  if (!accounting || fault || open?.timeline || open?.late !== undefined) return undefined;
  const ended = accounting.sent - accounting.inFlight;
  return { ended, unanswered: ended - accounting.ok };
}

/** The share of all requests of a round. The median of its blocks would hide a block of refusals. */
function sharesByRound(found: readonly Observation[]): RoundValues {
  const ended = found.flatMap(({ round, window, result }) => {
    const own = endedIn(window, result);
    return own && own.ended > 0 ? [{ round, ...own }] : [];
  });
  return eachRound(
    ended,
    (windows) =>
      windows.reduce((sum, { unanswered }) => sum + unanswered, 0) /
      windows.reduce((sum, window) => sum + window.ended, 0),
  );
}

/** Returns the share of unanswered requests, of each subject under each condition. */
export const unansweredMetrics = (input: QuestionInput): Metric[] =>
  conditionsOf(input.observations).flatMap((condition) =>
    input.run.subjects.flatMap(({ id: contestant }) =>
      metricOver(
        { contestant, metric: 'unanswered', condition },
        sharesByRound(under(input.observations, contestant, condition)),
      ),
    ),
  );

/** The least share of answered requests: pairs compare answered shares, and a ratio needs a number above 0. */
const LEAST_ANSWERED = 1e-3;

/** Compares all pairs on the share of answered requests, under each condition. */
export const answeredComparisons = ({ run, observations }: QuestionInput): Comparison[] =>
  conditionsOf(observations).flatMap((condition) => {
    const arms = run.subjects.map(({ id }) => {
      const shares = [...sharesByRound(under(observations, id, condition))];
      const answered = shares.map(([round, share]) => [round, Math.max(LEAST_ANSWERED, 1 - share)] as const);
      return { id, values: new Map(answered) };
    });
    return compared(
      run,
      'answered-share',
      condition,
      arms.filter(({ values }) => values.size > 0),
    );
  });
