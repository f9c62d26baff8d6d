import type { WorkerAnswers } from '../../model.ts';

/** Adds up the answers of each worker over the generators that it answered. */
export function joinedShares(
  parts: readonly { readonly shares: readonly WorkerAnswers[] }[],
): WorkerAnswers[] {
  const byWorker = new Map<string, number>();
  for (const { worker, answers } of parts.flatMap(({ shares }) => shares))
    byWorker.set(worker, (byWorker.get(worker) ?? 0) + answers);
  return [...byWorker].map(([worker, answers]) => ({ worker, answers }));
}
