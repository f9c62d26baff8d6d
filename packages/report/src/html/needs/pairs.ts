import { inverse } from '@cpu-bound/stats/interval';
import { seenFrom } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { PairRelation } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { Numbers } from './numbers.ts';

/**
 * Writes a sentence for each pair, without its full stop: “cluster: 1.88× the throughput of single [1.74, 1.99]”. The
 * better one comes first.
 */
export const pairSentences = (pairs: readonly PairRelation[], numbers: Numbers | undefined): string[] =>
  pairs.map((pair) => sentence(betterFirst(pair), numbers));

const betterFirst = (pair: PairRelation): PairRelation =>
  pair.relation === 'worse' ? (seenFrom(pair.other, pair) ?? pair) : pair;

function sentence(pair: PairRelation, numbers: Numbers | undefined): string {
  const { one, other, relation } = pair;
  const ratio = ratioOf(pair, numbers);
  const open = relation === 'better' ? undefined : wording.relationWords[relation];
  if (!ratio || !numbers) return open ? `${one} and ${other}: ${open}` : `${one}: better than ${other}`;
  return `${one}: ${format.times(ratio.estimate)}× the ${withoutArticle(numbers.noun)} of ${other} ${format.ratioBounds(ratio)}${open ? `, ${open}` : ''}`;
}

/** The noun of light requests has an article: `a light request while all cores compute`. */
const withoutArticle = (noun: string): string => noun.replace(/^an? /, '');

/** Returns the ratio of the measured figures; a pair has the factor by which the first is better. */
function ratioOf({ ratio }: PairRelation, numbers: Numbers | undefined): PairRelation['ratio'] {
  if (!ratio || !numbers || numbers.better === 'higher') return ratio;
  return inverse(ratio);
}
