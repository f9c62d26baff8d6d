import * as format from '@cpu-bound/study/format';
import { interval as intervalText } from '@cpu-bound/study/format';
import { caseSentences } from '../../first-screen/case.ts';
import { type CaseResult, keeps, type ReaderCase, resultWords, windowsWithin } from '../../size/size.ts';
import {
  machinesSentence,
  ratesWithinTarget,
  rateWords,
  withFigures,
  withinSentence,
} from '../../size/within.ts';
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

type CaseData = Pick<PageData, 'rated' | 'search' | 'singles' | 'workers'>;

/** Answers how many requests a second each strategy carries within a p99, as `bench report --p99` does. */
export const answerTarget = ({ rated, search }: CaseData, p99: number): string =>
  search ? withinSentence(search, rated, ratesWithinTarget(search, rated, p99), p99) : '';

/** Names the strategies that meet a rate and a bound, by this run's measurements and by no model. */
export function answerCase(
  { rated, search, singles, workers }: CaseData,
  readerCase: ReaderCase,
): CaseAnswer {
  const isBounded = Number.isFinite(readerCase.p99);
  const figures = isBounded ? ratesWithinTarget(search, rated, readerCase.p99) : [];
  const known = withFigures(rated, figures);
  const says = caseSentences(known, readerCase, { workers, isSingle: (id) => singles.includes(id) });
  const machines = machinesSentence(known, readerCase);
  return {
    says: format.capital(`${says} ${machines}`.trim().replaceAll('**', '')),
    of: Object.fromEntries(known.map((strategy) => [strategy.id, holding(strategy, readerCase)])),
  };
}

function holding(
  strategy: ReturnType<typeof withFigures<RatedStrategy>>[number],
  readerCase: ReaderCase,
): CaseAnswer['of'][string] {
  const result = keeps(strategy, readerCase);
  const words = resultWords(result, readerCase.p99);
  if (result.within)
    return { holds: result.answer, words, why: `${rateWords(result.within)} requests/s within it` };
  if (!result.by) {
    const measured =
      strategy.rates.length > 0
        ? `measured: ${measuredRates(strategy)}`
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
