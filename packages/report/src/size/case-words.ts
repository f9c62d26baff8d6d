import type { RateFigure } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import { joined, listed } from '../tables/sentences.ts';
import type { CaseAnswer, CaseState, RateInCase, StrategyCase, Unknown } from './case.ts';
import type { MeasuredRate } from './measured.ts';
import { keptWords, rateWords } from './within.ts';

/** The words for the answer to a case: the same on the page, at the terminal and in the browser, which runs this file. */

type Workers = {
  readonly workers: number;
  /** Returns true for a single process that computes by itself. */
  readonly isSingle: (id: string) => boolean;
};

/** Returns true if some windows of the rate that shows the answer were beyond the bound. */
const isKeptByMost = (answer: StrategyCase): boolean =>
  answer.state === 'kept' &&
  answer.evidence.by === 'windows' &&
  answer.evidence.at.kept < answer.evidence.at.windows;

const named = (each: readonly StrategyCase[]) => listed(each.map(({ id }) => `**${id}**`));

/** Names strategies with the evidence for their state. */
const withEvidence = (each: readonly StrategyCase[]) =>
  listed(
    each.map((answer, index) => `**${answer.id}** (${evidenceText(answer, index === 0 ? 'p99 ' : '')})`),
  );

/** Writes the answer to a case in Markdown: every strategy is named. */
export function caseSentences(
  { strategies, rate }: CaseAnswer,
  { workers: count, isSingle }: Workers,
): string {
  const by = (state: CaseState) => strategies.filter((answer) => answer.state === state);
  const kept = by('kept');
  const [met, mostly] = [kept.filter((answer) => !isKeptByMost(answer)), kept.filter(isKeptByMost)];
  const alone = met.filter(({ id }) => isSingle(id));
  const others = met.filter((answer) => !alone.includes(answer));
  const workers = ` with ${format.count(count, 'worker')} each`;
  const [no, beyond] = [by('not kept'), by('beyond reach')];
  return joined(
    [
      ...alone.map(
        (answer) =>
          `a single process is enough for these requests (**${answer.id}**, ${evidenceText(answer, 'p99 ')}), but a light request beside them may wait for a task.`,
      ),
      others.length > 0 &&
        (alone.length > 0
          ? `${named(others)}${workers} kept it, too.`
          : `${withEvidence(others)} kept it${workers}.`),
      mostly.length > 0 && `${withEvidence(mostly)} kept it in most windows.`,
      no.length > 0 && `${withEvidence(no)} did not.`,
      beyond.length > 0 &&
        `${withEvidence(beyond)} cannot answer ${format.number(rate)} requests/s, whatever the p99.`,
      ...unknownSentences(strategies),
    ],
    ' ',
  );
}

/** The sentence about the strategies that are unknown for a reason. */
const UNKNOWN: Readonly<Record<Unknown, (each: readonly StrategyCase[]) => string>> = {
  'too few rounds': (each) =>
    `Not known: fewer than five rounds decide nothing. Provisionally: ${seen(each)}.`,
  'no window tells': (each) => `Not known at this rate: ${seen(each)}.`,
  'busy machine': (each) => `Not known, because other programs used much of the CPU time: ${seen(each)}.`,
  contradiction: (each) => `Not known, because measured rates contradict each other: ${seen(each)}.`,
  'not measured': (each) => `Not measured: ${named(each)}.`,
  questioned: (each) => `The figures of ${named(each)} are questioned, and answer nothing.`,
};

const unknownSentences = (strategies: readonly StrategyCase[]): string[] =>
  Object.entries(UNKNOWN).flatMap(([why, says]) => {
    const each = strategies.filter((answer) => answer.state === 'unknown' && answer.why === why);
    return each.length > 0 ? [says(each)] : [];
  });

const seen = (each: readonly StrategyCase[]): string =>
  each.map((answer, index) => `**${answer.id}** ${seenText(answer, index === 0 ? 'p99 ' : '')}`).join('; ');

/** `p99 41.6 [39.8, 77.9] ms at 38.5/s, 9 of 10 windows, overloaded at 83.9/s; 60.1 [55.2, 64.9] requests/s within it` */
const seenText = ({ around, figure }: StrategyCase, name = 'p99 '): string =>
  [...around.map((rate) => rateText(rate, name)), ...(figure ? [figureText(figure)] : [])].join(', ') ||
  'no rate was measured';

/** The evidence for a state; empty for an unknown one. */
export function evidenceText(answer: StrategyCase, name: string): string {
  if (answer.state === 'unknown') return '';
  const { evidence } = answer;
  switch (evidence.by) {
    case 'figure':
      if (!answer.figure) return '';
      // The count is of windows at higher rates, where some were beyond the bound.
      return answer.state === 'kept'
        ? `${rateWords(answer.figure)} requests/s within it`
        : figureText(answer.figure);
    case 'windows':
      return rateText(evidence.at, name);
    case 'throughput':
      return `at most ${format.number(evidence.most)} requests/s, by its throughput`;
    case 'cores':
      return `at most ${format.number(evidence.most)} requests/s, which all cores compute`;
  }
}

/** `60.1 [55.2, 64.9] requests/s within it`, `at most 58.2 requests/s within it, no window of 10 kept it` */
const figureText = (figure: RateFigure): string =>
  `${rateWords(figure)} requests/s within it${figure.form === 'rate' ? '' : `, ${keptWords(figure)}`}`;

/** `p99 31.8 [25.2, 48.5] ms at 72.1/s, 20 of 20 windows` */
const rateText = ({ kept, windows, ...rate }: RateInCase, name: string): string =>
  `${p99Text(rate, name)}${rate.p99 ? `, ${kept} of ${format.count(windows, 'window')}` : ''}`;

/** `p99 31.8 [25.2, 48.5] ms at 72.1/s`, `overloaded at 83.9/s` */
export const p99Text = ({ perSecond, p99 }: MeasuredRate, name = ''): string =>
  `${p99 ? `${name}${format.interval(p99)} ms` : 'overloaded'} at ${format.number(perSecond)}/s`;

/**
 * `That takes 1 machine with threads or at least 3 machines with queue, like this one; with single it is not known.`; empty
 * if one is enough for each, or if no number is known.
 */
export function machinesSentence({ strategies }: CaseAnswer): string {
  const known = strategies.flatMap(({ id, machines }) =>
    machines ? [{ id, count: machines.enough ?? machines.least, isOpen: machines.enough === undefined }] : [],
  );
  if (known.every(({ count, isOpen }) => count === 1 && !isOpen)) return '';
  const inOrder = known.toSorted((a, b) => Number(a.isOpen) - Number(b.isOpen) || a.count - b.count);
  const each = [
    ...Map.groupBy(
      inOrder,
      ({ count, isOpen }) => `${isOpen ? 'at least ' : ''}${format.count(count, 'machine')}`,
    ),
  ].map(
    ([machines, own]) =>
      `${machines} with ${listed(
        own.map(({ id }) => id),
        'or',
      )}`,
  );
  const open = strategies
    .filter((answer) => !answer.machines && !(answer.state === 'unknown' && answer.why === 'questioned'))
    .map(({ id }) => id);
  const unknown = open.length > 0 ? `; with ${listed(open, 'or')} the number is not known` : '';
  return `That takes ${listed(each, 'or')}, like this one${unknown}.`;
}
