import type { DataObject, Output } from '@cpu-bound/workload';

/** A worker; `threadId` is 0 on a process's main thread. */
export type WorkerIdentity = { readonly pid: number; readonly threadId: number };

/** A result, the milliseconds of the kernel alone, and the worker. */
export type ComputeResult<O extends Output = Output> = {
  readonly output: O;
  readonly computeMs: number;
  readonly worker: WorkerIdentity;
};

/** A problem document before it gets its type and title. */
export type ProblemDetails = Omit<ProblemDocument, 'type' | 'title'>;

/** A result, or the problem that a client gets instead, in a form that structured clone and JSON can carry. */
export type Outcome = ComputeResult | { readonly problem: ProblemDetails };

/**
 * The function of a strategy: it turns a request's input into a result. The strategies differ in this function, in the
 * processes and threads behind it, and in their own routes and metrics (`Strategy` in http/app.ts).
 *
 * It rejects with the signal's reason if the signal aborts while the task waits. It also rejects with the kernel's error,
 * and with a problem of http/problems.ts if the strategy refuses or stops the task.
 */
export type Compute<I extends DataObject = DataObject, O extends Output = Output> = (
  input: I,
  options: ComputeOptions,
) => Promise<ComputeResult<O>>;

export type ComputeOptions = {
  readonly signal: AbortSignal;
  /** The end of the client's wait, in milliseconds since the epoch, for workers in other processes. */
  readonly deadlineAt: number;
  /** The request's W3C trace context, if it is valid. */
  readonly traceparent?: string | undefined;
};

/** A problem document (RFC 9457). A 400 has `parameter` and `accepted`. */
export type ProblemDocument = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly parameter?: string;
  readonly accepted?: string;
};
