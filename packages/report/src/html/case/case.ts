import * as format from '@cpu-bound/study/format';
import { interval as intervalText } from '@cpu-bound/study/format';
import { caseSentences } from '../../first-screen/case.ts';
import { type CaseResult, keeps, type ReaderCase, resultWords, windowsWithin } from '../../size/size.ts';
import type { PageData, RatedStrategy } from '../data.ts';

/** The browser runs this file, too, so it imports only what runs there. */

export type CaseAnswer = {
  /** The answer for all strategies, in a sentence. */
  readonly says: string;
  /** The answer for each strategy, by id. */
  readonly of: Readonly<
    Record<string, { readonly holds: CaseResult['answer']; readonly words: string; readonly why: string }>
  >;
};

/** Names the strategies that meet a rate and a bound, by this run's measurements and by no model. */
export function answerCase(
  { rated, singles, workers }: Pick<PageData, 'rated' | 'singles' | 'workers'>,
  readerCase: ReaderCase,
): CaseAnswer {
  const says = caseSentences(rated, readerCase, { workers, isSingle: (id) => singles.includes(id) });
  return {
    says: format.capital(says.replaceAll('**', '')),
    of: Object.fromEntries(rated.map((one) => [one.id, holding(one, readerCase)])),
  };
}

function holding(one: RatedStrategy, readerCase: ReaderCase): CaseAnswer['of'][string] {
  const result = keeps(one, readerCase);
  const words = resultWords(result, readerCase.p99);
  if (!result.by) {
    const measured =
      one.rates.length > 0
        ? `measured: ${measuredRates(one)}`
        : 'no rate was measured, or its figures are questioned';
    return { holds: 'not known', words, why: measured };
  }
  const { perSecond, p99 } = result.by;
  const at = `at ${rateText(perSecond)} requests/s`;
  const figure = p99
    ? `its p99 was ${intervalText(p99)} ms ${at}, within it in ${windowsWithin(p99, readerCase.p99)}`
    : `it is overloaded ${at}`;
  return { holds: result.answer, words, why: figure };
}

const measuredRates = ({ rates }: RatedStrategy): string =>
  rates
    .map(
      ({ perSecond, p99 }) => `${rateText(perSecond)}/s (${p99 ? `${intervalText(p99)} ms` : 'overloaded'})`,
    )
    .join(', ');

const rateText = (perSecond: number) => perSecond.toLocaleString('en-GB', { maximumSignificantDigits: 3 });
