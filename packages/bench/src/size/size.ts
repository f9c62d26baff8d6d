import type { Milliseconds } from '../model.ts';
import type { Sized } from './measured.ts';
import { responseQuantile } from './predict.ts';

/** What somebody needs: requests per second, and what the slowest of a hundred may take. */
export type Wanted = { readonly perSecond: number; readonly p99: Milliseconds };

/** How many workers do it, and how surely. */
export type Size =
  | {
      readonly workers: number;
      readonly utilisation: number;
      /** The p99 to expect: the model's, by as much as it was off in this run, on average and at its worst. */
      readonly p99: {
        readonly estimate: Milliseconds;
        readonly low: Milliseconds;
        readonly high: Milliseconds;
      };
      /** Whether even the worst of that keeps the bound. */
      readonly isSure: boolean;
    }
  | { readonly reason: string };

/** The fewest workers that were measured and do what is wanted. */
export function sizeFor({ capacity, model, serviceCv2, error }: Sized, { perSecond, p99 }: Wanted): Size {
  const { mean, low, high } = error ?? { mean: 1, low: 1, high: 1 };
  const counts = [...capacity].sort(([a], [b]) => a - b);
  let best: Milliseconds | undefined;
  for (const [workers, rate] of counts) {
    const serviceMs = (1000 * workers) / rate;
    const found = responseQuantile({ model, workers, serviceMs, serviceCv2, perSecond }, 0.99);
    if (found === undefined) continue;
    const estimate = found * mean;
    best = Math.min(best ?? estimate, estimate);
    if (estimate <= p99)
      return {
        workers,
        utilisation: perSecond / rate,
        p99: { estimate, low: found * low, high: found * high },
        isSure: error !== undefined && found * high <= p99,
      };
  }
  const [mostWorkers, most] = counts.at(-1) ?? [0, 0];
  return {
    reason:
      best === undefined
        ? `at most ${Math.floor(most)} requests a second with ${mostWorkers} worker${mostWorkers === 1 ? '' : 's'}, and more of them were not measured`
        : `a p99 of ${Math.ceil(best)} ms at the best, with the workers that were measured`,
  };
}
