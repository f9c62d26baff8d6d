import type { ComputeResult } from '@cpu-bound/service/contract';
import type { Kernel } from '@cpu-bound/service/kernel';
import { type DataObject, isInvalidParameter } from '@cpu-bound/workload';

/** One input to compute; `deadlineAt` is in milliseconds since the epoch, and absent where no client waits. */
export type Item = {
  readonly input: DataObject;
  readonly deadlineAt?: number;
  readonly traceparent?: string;
};

/** What went wrong, as it survives structured clone and JSON. */
export type Failure = {
  readonly error: string;
  /** Of an `InvalidParameter`: the workload found the input unusable only when it ran. */
  readonly refused?: { readonly parameter: string; readonly accepted: string };
  /** It took longer than this, in milliseconds, and was stopped. */
  readonly stoppedAfterMs?: number;
};

/** The outcome of an item. `dropped`: its deadline had passed before it could be computed. */
export type Outcome = ComputeResult | { readonly dropped: true } | Failure;

/** Computes one item on the worker. An item past its deadline is not computed, because no client waits for it. */
export async function outcomeOf(kernel: Kernel, { input, deadlineAt, traceparent }: Item): Promise<Outcome> {
  if (deadlineAt !== undefined && Date.now() > deadlineAt) return { dropped: true };
  return kernel(input, traceparent).catch(failureOf);
}

function failureOf(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown.message : String(thrown);
  if (!isInvalidParameter(thrown)) return { error };
  const { parameter, accepted } = thrown;
  return { error, refused: { parameter, accepted } };
}
