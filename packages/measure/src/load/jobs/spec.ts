import type { Query } from '@cpu-bound/workload';
import type { Milliseconds, Seconds } from '../../model.ts';

/** A job that was sent: its trace, its outcome, and the id under which it was accepted. */
export type SentJob = {
  readonly trace: string;
  readonly outcome: 'accepted' | 'refused' | 'failed';
  readonly id?: string;
  /** The time until the answer: from the due time, or from the sending if all jobs came at once. */
  readonly acceptMs: Milliseconds;
};

/** Jobs at a rate for some time, or a number of jobs as fast as the service accepts them. */
export type SubmitSpec = {
  readonly do: 'submit';
  readonly origin: string;
  readonly query: Query;
  readonly body?: Uint8Array;
  readonly bodyType?: string;
  /** The prefix of all traces. */
  readonly name: string;
  readonly seed: string;
  readonly pace:
    | { readonly perSecond: number; readonly seconds: Seconds }
    | { readonly count: number; readonly connections: number };
};

export type SubmitResult = { readonly jobs: readonly SentJob[]; readonly tookMs: Milliseconds };

/** Polls accepted jobs until each has its result or is unknown, or the time is over. */
export type CollectSpec = {
  readonly do: 'collect';
  readonly origin: string;
  readonly ids: readonly string[];
  readonly workload: string;
  readonly query: Query;
  readonly withinMs: Milliseconds;
};

export type CollectResult = {
  /** The end of each job, by the index of its id. `ageMs` counts from its acceptance until it was done. */
  readonly ends: readonly ({ readonly ageMs: Milliseconds; readonly right: boolean } | 'lost')[];
};
