import { defined } from '@cpu-bound/workload/defined';
import type { Accounting, LoadResult } from '../../model.ts';
import { joinedFacts } from '../answers.ts';
import { noRequests } from '../tally.ts';
import type { ClosedLoopMeasurement } from './closed-loop.ts';

/** Joins what several generators measured in one window, each with a part of the connections. */
export function joined(parts: readonly ClosedLoopMeasurement[]): ClosedLoopMeasurement {
  const [first, second] = parts;
  if (first && !second) return first;
  const { seconds = 0, bins = [] } = first?.result ?? {};
  const results = parts.map(({ result }) => result);
  const sum = (of: (result: LoadResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const { unchecked, answeredTwice, ...facts } = joinedFacts(results);
  const answers = sum((result) => result.answers);
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
      ...facts,
      unchecked: unchecked || undefined,
      answeredTwice: answeredTwice || undefined,
      generatorCpu: sum((result) => result.generatorCpu),
      generators: parts.length,
      generatorPauseMs: Math.max(...results.map((result) => result.generatorPauseMs)),
    }),
    latencies: Float32Array.from(parts.flatMap(({ latencies }) => [...latencies])),
    // They have as many connections each, so the busiest is the first to be the limit.
    thread: parts
      .map(({ thread }) => thread)
      .reduce((busiest, thread) =>
        thread.cpu + thread.waited > busiest.cpu + busiest.waited ? thread : busiest,
      ),
  };
}
