import { commandAnew } from '@cpu-bound/study/analyse/commands';
import { type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import {
  answerCase,
  answerIn,
  type CaseAnswer,
  type CaseState,
  type RateInCase,
  type ReaderCase,
  type StrategyCase,
  stateAtRate,
  stateWithin,
  toMeasure,
  type Unknown,
} from '@cpu-bound/study/decide/case';
import { type MeasuredRate, type Measurements, measurementsIn } from '@cpu-bound/study/decide/measurements';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds, RateSearch } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { joined, listed } from '../tables/markdown.ts';

/**
 * Answers the reader's own case: which strategies met a p99 at a rate, and with how many workers.
 *
 * @param asked the strategy that the answer is about (default: all)
 */
export const caseLine = (analysis: Analysis, readerCase: ReaderCase, asked?: string): string =>
  caseText(analysis, answerIn(analysis, readerCase, asked));

/** Writes the answer to a case in Markdown, with the command that tells what is unknown. */
export function caseText(analysis: Analysis, answer: CaseAnswer): string {
  const isSingle = (id: string) =>
    analysis.contestants.some((contestant) => contestant.id === id && !contestant.workers);
  const command = commandOf(analysis, answer);
  return joined(
    [
      `**Your case** (${rateGiven(answer.rate)}, p99 within ${format.duration(answer.p99)}): ${caseSentences(answer, { workers: analysis.run.workers, isSingle })}`,
      machinesSentence(answer),
      command !== undefined && `\`${command}\` measures it.`,
    ],
    ' ',
  );
}

/** Returns the command that tells what is unknown of a case; undefined if nothing is unknown. */
export const commandOf = (analysis: Analysis, answer: CaseAnswer): string | undefined =>
  measuringCommand(analysis.run, measurementsIn(analysis), answer);

/** The same by measurements, in the browser, too. */
export function measuringCommand(
  run: Pick<Analysis['run'], 'command'>,
  measured: Measurements,
  answer: CaseAnswer,
): string | undefined {
  const { rate, p99 } = answer;
  const by = toMeasure(measured, answer);
  if (by === undefined) return undefined;
  const asked = by === 'search' ? '--scenarios within' : `--scenarios latency --rate ${rate}`;
  return commandFor({ run }, `${asked} --p99 ${p99}ms`);
}

/** An answer in Markdown, and its state for the exit code. */
type AnswerText = { readonly text: string; readonly state: CaseState };

/** Answers how many requests a second each strategy carries within a p99: the same windows answer any target. */
export function withinLine(analysis: Analysis, p99: Milliseconds): AnswerText {
  const { search, strategies } = measurementsIn(analysis);
  const command = `\`${commandFor(analysis, `--scenarios within --p99 ${p99}ms`)}\` measures it.`;
  if (!search)
    return {
      text: `Requests per second with p99 within ${format.givenTime(p99)}: not measured. ${command}`,
      state: 'unknown',
    };
  const figures = rateFigures(search, p99);
  const isOpen = search.targetMs !== p99 && figures.some(({ form }) => form !== 'rate');
  const open = isOpen && `The run looked for ${format.givenTime(search.targetMs)}; ${command}`;
  return {
    text: joined([withinSentence(search, strategies, p99), open], ' '),
    state: stateWithin(figures),
  };
}

/** Answers a rate without a bound: the p99 of each strategy at the nearest measured rates, or that it is beyond reach. */
export function rateLine(analysis: Analysis, rate: number): AnswerText {
  const { strategies } = measurementsIn(analysis);
  const answer = answerCase({ strategies }, { rate, p99: Number.POSITIVE_INFINITY });
  const isMeasured = strategies.some(({ rates }) =>
    rates.some(({ perSecond }) => format.printed(perSecond) === rate),
  );
  const each = answer.strategies.map((one) => {
    const seen = [
      ...one.around.map((rate) => p99Text(rate)),
      ...(one.state === 'beyond reach' && 'most' in one.evidence
        ? [`at most ${format.number(one.evidence.most)} requests/s`]
        : []),
    ];
    const none = one.state === 'unknown' && one.why === 'questioned' ? 'questioned' : 'no rate was measured';
    return `**${one.id}** ${seen.join(', ') || none}`;
  });
  const sentences = [
    `**Your rate** (${rateGiven(rate)}): the p99 at the nearest measured rates: ${each.join('; ')}.`,
    answer.state === 'beyond reach' && machinesSentence(answer),
    !isMeasured &&
      answer.state !== 'beyond reach' &&
      `\`${commandFor(analysis, `--scenarios latency --rate ${rate}`)}\` measures this rate.`,
  ];
  return { text: joined(sentences, ' '), state: stateAtRate(answer) };
}

const rateGiven = (rate: number) => `${rate.toLocaleString('en-GB')} requests/s`;

/** The flags that the command for another case sets anew; the profile smoke has too few rounds for any answer. */
const OF_A_CASE = / --(?:(?:scenarios|rounds|rate|p99|for|until) \S+|profile smoke)/g;

/** Repeats the run with other flags of a case. */
const commandFor = ({ run }: { readonly run: Pick<Analysis['run'], 'command'> }, flags: string): string =>
  // A page that is shared has a remark instead of the flags; a name like ./file.ts#render has no space before its #.
  `${commandAnew(run.command)
    .replace(/\s+#.*$/, '')
    .replaceAll(OF_A_CASE, '')} ${flags}`;

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

/** The words for largest rates within a p99. The browser runs this file, too. */

/** `98.2 [90.1, 107]`, `at most 20.1`, `at least 388`, `not known`, `too few rounds` */
export function rateWords(figure: RateFigure | undefined): string {
  switch (figure?.form) {
    case 'rate':
      return format.interval(figure.rate);
    case 'at most':
    case 'at least':
      return format.bound(figure.form, figure.perSecond);
    default:
      return figure?.form ?? 'not known';
  }
}

/** `no window of 10 kept it`, `3 of 10 windows kept it` */
export const keptWords = ({ kept, windows }: Pick<RateFigure, 'kept' | 'windows'>): string =>
  kept === 0 ? `no window of ${windows} kept it` : `${kept} of ${format.count(windows, 'window')} kept it`;

/** A figure, with the count beside one that is no rate: `at most 20.1 (no window of 10 kept it)`. */
export const figureWords = (figure: RateFigure | undefined): string =>
  !figure || figure.form === 'rate' ? rateWords(figure) : `${rateWords(figure)} (${keptWords(figure)})`;

/** `Requests per second with p99 within 200 ms: single 41 [36, 47], queue not known, in the typical 4 s window.` */
export function withinSentence(
  search: RateSearch,
  strategies: Measurements['strategies'],
  p99: Milliseconds,
): string {
  const figures = rateFigures(search, p99);
  const each = strategies.map(({ id, isQuestioned }) =>
    isQuestioned
      ? `${id} questioned`
      : `${id} ${figureWords(figures.find(({ contestant }) => contestant === id))}`,
  );
  return `Requests per second with p99 within ${format.givenTime(p99)}: ${each.join(', ')}, in ${wording.typicalWindow(search.seconds)}.`;
}
