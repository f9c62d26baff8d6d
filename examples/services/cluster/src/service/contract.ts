import type { DataObject } from '../workload/index.js';

/** The worker that computed; `threadId` is 0 on a process's main thread. */
export type WorkerIdentity = { readonly pid: number; readonly threadId: number };

/** A result, the milliseconds that the kernel alone took, and the worker that computed it. */
export type ComputeResult<O extends DataObject = DataObject> = {
  readonly output: O;
  readonly computeMs: number;
  readonly worker: WorkerIdentity;
};

/** A problem document before it gets its type and title. */
export type ProblemDetails = Omit<ProblemDocument, 'type' | 'title'>;

/** A result, or the problem that a client gets instead: what structured clone and JSON carry between threads and processes. */
export type Outcome = ComputeResult | { readonly problem: ProblemDetails };

/**
 * The port: how a request becomes a result. The strategies differ in this function, in the
 * processes and threads behind it, and in what only they have to offer (`Strategy` in run/service.ts).
 *
 * It rejects with the signal's reason when the signal aborts while the work is waiting, with what the kernel threw,
 * and with a problem of http/problems.ts where the strategy can take no work or has stopped it.
 */
export type Compute<I extends DataObject = DataObject, O extends DataObject = DataObject> = (
  input: I,
  options: ComputeOptions,
) => Promise<ComputeResult<O>>;

export type ComputeOptions = {
  readonly signal: AbortSignal;
  /** When the client stops waiting for the result, in milliseconds since the epoch; for workers elsewhere. */
  readonly deadlineAt: number;
  /** The request's W3C trace context, where it came with a valid one. */
  readonly traceparent?: string;
};

/** The answer of the API: the output's fields beside these two. */
export type Answer = DataObject & { readonly computeMs: number; readonly worker: WorkerIdentity };

/** RFC 9457. `parameter` and `accepted` are there for a 400. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly parameter?: string;
  readonly accepted?: string;
};
