import type { Milliseconds, OpenLoopResult } from '../../model.ts';
import { type AnswerFacts, joinedFacts } from '../answers.ts';
import type { OpenRequest } from './requests.ts';

export type GeneratorReport = Pick<
  OpenLoopResult,
  'socketWaits' | 'connectionsOpened' | 'utilisation' | 'generatorCpu'
>;

export type OpenLoopRecord = AnswerFacts & {
  readonly requests: readonly OpenRequest[];
  /** The label of each target, by the index that is the `part` of a request. */
  readonly labels: readonly string[];
  readonly computeTimes: readonly Milliseconds[];
  readonly generator: GeneratorReport;
};

/** Joins what several generators have seen of one load. Their requests have one schedule, so they are put in its order. */
export function joined(records: readonly OpenLoopRecord[]): OpenLoopRecord {
  const sum = (of: (generator: GeneratorReport) => number) =>
    records.reduce((total, { generator }) => total + of(generator), 0);
  return {
    ...joinedFacts(records),
    requests: records.flatMap(({ requests }) => requests).sort((a, b) => a.due - b.due),
    labels: records[0]?.labels ?? [],
    computeTimes: records.flatMap(({ computeTimes }) => computeTimes),
    generator: {
      socketWaits: sum(({ socketWaits }) => socketWaits),
      connectionsOpened: sum(({ connectionsOpened }) => connectionsOpened),
      // The busiest decides whether the requests left on time.
      utilisation: Math.max(...records.map(({ generator }) => generator.utilisation)),
      generatorCpu: sum(({ generatorCpu }) => generatorCpu),
    },
  };
}
