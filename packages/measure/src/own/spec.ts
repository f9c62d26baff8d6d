import type { Output, Query } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import type { ExamineTask } from '../workload/examine.ts';

/** A question to the workload's own code. */
export type WorkloadQuestion =
  | { readonly do: 'describe' }
  /** The octets of their bodies: `number[] | RefusedQuery`. */
  | { readonly do: 'check'; readonly query: Query }
  /** The queries that are sent in place of this one: `SentQuery[]`. */
  | { readonly do: 'list'; readonly query: Query }
  /** Whether an answer is right: `Judgement`. */
  | { readonly do: 'judge'; readonly query: Query; readonly output: Output }
  /** The answer of the function itself: `DataObject`. */
  | { readonly do: 'compute'; readonly query: Query }
  /** The SHA-256 of its files, or of those of the same workload in another checkout. */
  | { readonly do: 'digest'; readonly specifier: string };

/** The limits of an examination, which cross to another process. */
export type Limits = {
  readonly longest?: Milliseconds | undefined;
  readonly slow?: Milliseconds | undefined;
  readonly inThreads?: boolean;
};

/** A task for the process of a workload. It asks its parent `Slow` about a step that takes long. */
export type WorkloadTask =
  | { readonly do: 'load'; readonly specifier: string; readonly from: string; readonly limits: Limits }
  | { readonly do: 'examine'; readonly task: ExamineTask; readonly limits: Limits }
  | {
      readonly do: 'ask';
      readonly specifier: string;
      readonly from: string;
      readonly question: WorkloadQuestion;
    };

export type Slow = { readonly slow: string };
