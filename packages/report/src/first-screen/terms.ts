import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { joined } from '../tables/sentences.ts';

/** The needs that a rate distinguishes, with the words for that rate in their titles. */
const RATES = { tail: 'Low rate', 'tail-high': 'high rate' } as const;

/** Explains the table's columns and rates to a reader who does not know the terms. */
export function terms({ contestants, decision }: Analysis): string {
  const names = contestants
    .filter(({ id, title }) => !title.startsWith(id))
    .map(({ id, title }) => `_${id}_: ${title}`);
  const rates = Object.entries(RATES).flatMap(([need, name]) => {
    const { perSecond, load } = decision.needs.find(({ id }) => id === need)?.measured ?? {};
    if (!load) return [];
    const rate = perSecond === undefined ? '' : `${format.rate(perSecond)}, `;
    return [`${name}: ${rate}${wording.shortLoad(load)}`];
  });
  const light = decision.needs.some(({ id, measured }) => id === 'light-requests' && measured);
  const target = decision.needs.find(({ id }) => id === 'within')?.measured?.under;
  return joined(
    [
      names.length > 0 && `${names.join('; ')}.`,
      light && 'A light request computes nothing.',
      rates.length > 0 && `${rates.join('; ')}.`,
      target !== undefined &&
        `${format.capital(target)}: \`--p99\` gives yours; without it, ten tasks as timed before the rounds, and at least 50 ms.`,
    ],
    ' ',
  );
}
