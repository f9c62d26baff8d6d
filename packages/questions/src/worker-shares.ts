import type { LoadResult } from '@cpu-bound/study/model';

/**
 * The largest and the smallest share of the answers that one worker gave; undefined without answers. A worker that never
 * answered is missing from the list, so its share is 0.
 */
export function extremeShares(
  given: LoadResult['shares'] | undefined,
  workers: number,
): { readonly max: number; readonly min: number } | undefined {
  const counts = given?.map(({ answers }) => answers) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const min = counts.length < workers ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}
