import { isUnjudged } from '@cpu-bound/study/decide/lead';
import type { Weights } from '@cpu-bound/study/decide/rank';
import type { NeedResult } from '@cpu-bound/study/model';

/**
 * The shares of the weight in which a strategy has each standing, over the needs that were judged; they add up to 1.
 */
export type Shares = { readonly good: number; readonly open: number; readonly bad: number };

type ComparedNeed = Pick<NeedResult, 'id' | 'pairs' | 'standings'>;

/** A need without a weight does not count; all shares are 0 if the strategy has no weighted need. */
export function sharesOf(needs: readonly ComparedNeed[], option: string, weights: Weights): Shares {
  const sum = { good: 0, open: 0, bad: 0 };
  for (const { id, pairs, standings } of needs)
    if (pairs.length > 0 && !isUnjudged({ standings }))
      sum[partOf(standings[option]?.kind)] += weights[id] ?? 0;
  const total = sum.good + sum.open + sum.bad || 1;
  return { good: sum.good / total, open: sum.open / total, bad: sum.bad / total };
}

/** `75 % of the weight best or equivalent, 25 % behind or overloaded` */
export function sharesText({ good, open, bad }: Shares): string {
  const parts = [
    [good, 'best or equivalent'],
    [open, 'not shown behind'],
    [bad, 'behind or overloaded'],
  ] as const;
  const [first = '', ...others] = parts
    .filter(([share]) => share > 0)
    .map(([share, words]) => [Math.round(share * 100), words] as const)
    .map(([percent, words], index) => `${percent} %${index === 0 ? ' of your weight' : ''} ${words}`);
  return [first, ...others].join(', ');
}

function partOf(kind: NeedResult['standings'][string]['kind'] | undefined): keyof Shares {
  if (kind === 'best' || kind === 'equivalent') return 'good';
  return kind === 'behind' || kind === 'overloaded' || kind === 'questioned' ? 'bad' : 'open';
}
