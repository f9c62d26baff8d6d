import { analyse } from '../../src/analyse/analyse.ts';
import type {
  Comparison,
  Condition,
  Failure,
  Manifest,
  Metric,
  MetricId,
  Trial,
  TrialResult,
  Undecided,
  Window,
  WindowResult,
} from '../../src/model.ts';
import { sameCondition } from '../../src/model.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { closedWindow, completed, headline, loadResult, run, sitting } from '../fixtures/run.ts';

/** A trial with what came of it. */
export type Made = { readonly trial: Trial; readonly result: TrialResult };

/** The trials in the order of a run's files, analysed by every scenario. */
export const analysed = (
  made: readonly Made[],
  changes: Partial<Manifest> = {},
  samples: Readonly<Record<string, readonly number[]>> = {},
): Undecided => {
  const results = made.map(({ result }) => result);
  return analyse(run(results, { plan: made.map(({ trial }) => trial), ...changes }, samples), scenarios);
};

/** Answers per second of each subject, round by round; several where a round has several blocks. */
export type Rates = Readonly<Record<string, readonly (number | readonly number[] | undefined)[]>>;

/** A sitting per round, each with as many blocks of a closed loop as the rates say. */
export function closedLoops(
  rates: Rates,
  {
    window = closedWindow(),
    kernelMs = () => 5,
  }: { window?: Window; kernelMs?: (round: number) => number } = {},
): Made[] {
  const names = Object.keys(rates);
  const rounds = Math.max(...names.map((name) => rates[name]?.length ?? 0));
  return Array.from({ length: rounds }, (_, index): Made => {
    const given = names.map((name) => [name, [rates[name]?.[index] ?? []].flat()] as const);
    const blocks = Math.max(1, ...given.map(([, own]) => own.length));
    const trial = sitting(
      index + 1,
      names,
      Array.from({ length: blocks }, () => window),
    );
    const windows = Array.from({ length: blocks }, (_none, block) =>
      given.flatMap(([subject, own]): WindowResult[] => {
        const rate = own[block];
        return rate === undefined ? [] : [{ subject, load: loadResult(rate) }];
      }),
    );
    return { trial, result: completed(trial, windows, { kernelMs: kernelMs(index + 1) }) };
  });
}

/** The same trial, but that these have failed in it. */
export const withFailures = ({ trial, result }: Made, ...failures: Failure[]): Made => ({
  trial,
  result: { ...result, ...(result.end && { end: { ...result.end, failures } }) },
});

export const death = (subject: string, log: readonly string[] = []): Failure => ({
  subject,
  reason: 'died',
  message: 'its process ended with exit code 3',
  log,
});

/** The metric of a contestant under a condition, in whichever scenario. */
export const metricIn = (
  analysis: Undecided,
  contestant: string,
  metric: MetricId,
  condition: Condition = headline,
): Metric | undefined =>
  Object.values(analysis.scenarios)
    .flatMap(({ metrics }) => metrics)
    .find(
      (one) =>
        one.contestant === contestant && one.metric === metric && sameCondition(one.condition, condition),
    );

/** All pairs on one metric, of all conditions. */
export const pairsOn = (analysis: Undecided, metric: MetricId): Comparison[] =>
  Object.values(analysis.scenarios)
    .flatMap(({ comparisons }) => comparisons)
    .filter((one) => one.metric === metric);
