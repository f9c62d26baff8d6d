import { interval as intervalText } from '@cpu-bound/study/format';
import { caseSentences } from '../../first-screen/case.ts';
import { type Kept, keeps, keptWords, type Wanted, windowsWithin } from '../../size/size.ts';
import type { PageData, Rated } from '../data.ts';

/** The browser runs this file, too, so it imports only what runs there. */

export type CaseAnswer = {
  /** The answer for all strategies, in a sentence. */
  readonly says: string;
  /** The answer for each strategy, by id. */
  readonly of: Readonly<
    Record<string, { readonly holds: Kept['answer']; readonly words: string; readonly why: string }>
  >;
};

/** Names the strategies that meet a rate and a bound, by this run's measurements and by no model. */
export function answerCase(
  { rated, singles, workers }: Pick<PageData, 'rated' | 'singles' | 'workers'>,
  wanted: Wanted,
): CaseAnswer {
  const says = caseSentences(rated, wanted, { workers, isSingle: (id) => singles.includes(id) });
  return {
    says: capital(says.replaceAll('**', '')),
    of: Object.fromEntries(rated.map((one) => [one.id, holding(one, wanted)])),
  };
}

function holding(one: Rated, wanted: Wanted): CaseAnswer['of'][string] {
  const kept = keeps(one, wanted);
  const words = keptWords(kept, wanted.p99);
  if (!kept.by) {
    const measured =
      one.rates.length > 0
        ? `measured: ${measuredRates(one)}`
        : 'no rate was measured, or its figures are questioned';
    return { holds: 'not known', words, why: measured };
  }
  const { perSecond, p99 } = kept.by;
  const at = `at ${rateText(perSecond)} requests/s`;
  const figure = p99
    ? `its p99 was ${intervalText(p99)} ms ${at}, within it in ${windowsWithin(p99, wanted.p99)}`
    : `it is overloaded ${at}`;
  return { holds: kept.answer, words, why: figure };
}

const measuredRates = ({ rates }: Rated): string =>
  rates
    .map(
      ({ perSecond, p99 }) => `${rateText(perSecond)}/s (${p99 ? `${intervalText(p99)} ms` : 'overloaded'})`,
    )
    .join(', ');

const rateText = (perSecond: number) => perSecond.toLocaleString('en-GB', { maximumSignificantDigits: 3 });
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
