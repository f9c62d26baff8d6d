import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, LoadResult } from '../../model.ts';
import { joinedShares } from '../several/shares.ts';
import { noRequests } from '../tally.ts';
import type { ClosedLoopMeasurement } from './closed-loop.ts';

/** Joins what several generators measured in one window, each with a part of the connections. */
export function joined(parts: readonly ClosedLoopMeasurement[]): ClosedLoopMeasurement {
  const [only, second] = parts;
  if (only && !second) return only;
  const results = parts.map(({ result }) => result);
  const sum = (of: (result: LoadResult) => number) => results.reduce((total, one) => total + of(one), 0);
  const first = <T>(of: (result: LoadResult) => T | undefined) =>
    results.map(of).find((one) => one !== undefined);
  const answers = sum((result) => result.answers);
  const seconds = first((result) => result.seconds) ?? 0;
  const bins = first((result) => result.bins) ?? [];
  const accounting = Object.fromEntries(
    Object.keys(noRequests()).map((count) => [
      count,
      sum((result) => result.accounting[count as keyof Accounting]),
    ]),
  ) as Accounting;
  return {
    result: defined({
      accounting,
      answers,
      seconds,
      perSecond: answers / seconds,
      bins: bins.map((_, bin) => sum((result) => result.bins[bin] ?? 0)),
      computeMs: answers === 0 ? 0 : sum((result) => result.answers * result.computeMs) / answers,
      shares: joinedShares(results),
      firstWrong: first((result) => result.firstWrong),
      firstFailure: first((result) => result.firstFailure),
      unchecked: sum((result) => result.unchecked ?? 0) || undefined,
      answeredTwice: sum((result) => result.answeredTwice ?? 0) || undefined,
      generatorCpu: sum((result) => result.generatorCpu),
      generators: parts.length,
      generatorPauseMs: Math.max(...results.map((result) => result.generatorPauseMs)),
    }),
    latencies: Float32Array.from(parts.flatMap(({ latencies }) => [...latencies])),
    // They have as many connections each, so the busiest is the first to be the limit.
    thread: parts
      .map(({ thread }) => thread)
      .reduce((busiest, one) => (one.cpu + one.waited > busiest.cpu + busiest.waited ? one : busiest)),
  };
}
