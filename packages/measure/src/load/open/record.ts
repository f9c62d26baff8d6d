import type { Milliseconds, OpenLoopResult, WorkerAnswers } from '../../model.ts';
import { joinedShares } from '../several/shares.ts';
import type { OpenRequest } from './requests.ts';

/** The figures of a generator about itself. */
export type GeneratorReport = Pick<
  OpenLoopResult,
  'socketWaits' | 'connectionsOpened' | 'utilisation' | 'generatorCpu'
>;

/** The requests of one generator, and what their answers said. */
export type OpenLoopRecord = {
  readonly requests: readonly OpenRequest[];
  /** The label of each target, by the index that is the `part` of a request. */
  readonly labels: readonly string[];
  readonly computeTimes: readonly Milliseconds[];
  readonly shares: readonly WorkerAnswers[];
  readonly answeredTwice: number;
  readonly unchecked: number;
  readonly firstWrong: string | undefined;
  readonly firstFailure: string | undefined;
  readonly generator: GeneratorReport;
};

/** Joins what several generators have seen of one load. Their requests have one schedule, so they are put in its order. */
export function joined(records: readonly OpenLoopRecord[]): OpenLoopRecord {
  const sum = (of: (record: OpenLoopRecord) => number) =>
    records.reduce((total, record) => total + of(record), 0);
  const first = <T>(of: (record: OpenLoopRecord) => T | undefined) =>
    records.map(of).find((one) => one !== undefined);
  return {
    requests: records.flatMap(({ requests }) => requests).sort((a, b) => a.due - b.due),
    labels: first(({ labels }) => labels) ?? [],
    computeTimes: records.flatMap(({ computeTimes }) => computeTimes),
    shares: joinedShares(records),
    answeredTwice: sum(({ answeredTwice }) => answeredTwice),
    unchecked: sum(({ unchecked }) => unchecked),
    firstWrong: first(({ firstWrong }) => firstWrong),
    firstFailure: first(({ firstFailure }) => firstFailure),
    generator: {
      socketWaits: sum(({ generator }) => generator.socketWaits),
      connectionsOpened: sum(({ generator }) => generator.connectionsOpened),
      // The busiest decides whether the requests left on time.
      utilisation: Math.max(...records.map(({ generator }) => generator.utilisation)),
      generatorCpu: sum(({ generator }) => generator.generatorCpu),
    },
  };
}
