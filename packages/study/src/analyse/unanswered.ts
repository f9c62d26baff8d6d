import type { Comparison, Metric, Window, WindowResult } from '../model.ts';
import { compared, metricOver } from './measures.ts';
import {
  conditionsOf,
  eachRound,
  type Observation,
  type RoundValues,
  type ScenarioInput,
  under,
} from './observations.ts';

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
export const unansweredMetrics = (input: ScenarioInput): Metric[] =>
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
export const answeredComparisons = ({ run, observations }: ScenarioInput): Comparison[] =>
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
