import * as format from '@cpu-bound/study/format';
import { answerCase, type CaseState, type ReaderCase, type StrategyCase } from '../../size/case.ts';
import { caseSentences, evidenceText, machinesSentence, seenText } from '../../size/case-words.ts';
import { withinSentence } from '../../size/within.ts';
import type { PageData } from '../data.ts';

/** The browser runs this file, too, so it imports only what runs there. */

/** The answer to a case, for all strategies in a sentence, and for each by its id. */
export type CaseWords = {
  readonly says: string;
  readonly of: Readonly<
    Record<string, { readonly state: CaseState; readonly words: string; readonly why: string }>
  >;
};

type CaseData = Pick<PageData, 'measured' | 'singles' | 'workers'>;

/** Answers how many requests a second each strategy carries within a p99, as `bench report --p99` does. */
export const answerTarget = ({ measured }: CaseData, p99: number): string =>
  measured.search ? withinSentence(measured.search, measured.strategies, p99) : '';

/** Answers a case in words; an infinite p99 is a rate alone. */
export function caseWords({ measured, singles, workers }: CaseData, readerCase: ReaderCase): CaseWords {
  const isBounded = Number.isFinite(readerCase.p99);
  const answer = answerCase(isBounded ? measured : { strategies: measured.strategies }, readerCase);
  const says = caseSentences(answer, { workers, isSingle: (id) => singles.includes(id) });
  return {
    says: format.capital(`${says} ${machinesSentence(answer)}`.trim().replaceAll('**', '')),
    of: Object.fromEntries(
      answer.strategies.map((one) => [
        one.id,
        { state: one.state, words: stateWords(one), why: evidenceText(one, 'p99 ') || seenText(one) },
      ]),
    ),
  };
}

/** `kept`, `kept in 18 of 20 windows`, `kept in most windows`, `not kept`, `beyond reach` or `not known`. */
export function stateWords(answer: StrategyCase): string {
  if (answer.state === 'unknown') return 'not known';
  if (answer.state !== 'kept') return answer.state;
  if (answer.evidence.by !== 'windows') return 'kept in most windows';
  const { kept, windows } = answer.evidence.at;
  return kept === windows ? 'kept' : `kept in ${kept} of ${format.count(windows, 'window')}`;
}
