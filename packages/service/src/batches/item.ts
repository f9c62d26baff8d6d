import type { JsonObject } from '@cpu-bound/workload';
import type { Computed } from '../contract.ts';
import type { Kernel } from '../run/kernel.ts';

/** One input to compute; `deadlineAt` is in milliseconds since the epoch, and absent where nobody waits. */
export type Item = {
  readonly input: JsonObject;
  readonly deadlineAt?: number;
  readonly traceparent?: string;
};

/** What became of an item. `dropped`: its deadline had passed when its turn came. */
export type Outcome = Computed | { readonly dropped: true } | { readonly error: string };

/** The worker's side: what is past its deadline is not computed, since nobody waits for it. */
export async function outcomeOf(kernel: Kernel, { input, deadlineAt, traceparent }: Item): Promise<Outcome> {
  if (deadlineAt !== undefined && Date.now() > deadlineAt) return { dropped: true };
  return kernel(input, traceparent).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  }));
}
