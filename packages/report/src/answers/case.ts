import { commandAnew } from '@cpu-bound/study/analyse/commands';
import { type RateFigure, rateFigures } from '@cpu-bound/study/analyse/rates-within';
import {
  answerCase,
  answerIn,
  type CaseAnswer,
  type CaseState,
  p99At,
  type RateInCase,
  type ReaderCase,
  type StrategyCase,
  stateWithin,
  toMeasure,
} from '@cpu-bound/study/decide/case';
import { type Measurements, measurementsIn } from '@cpu-bound/study/decide/measurements';
import type { Ranked } from '@cpu-bound/study/decide/rank';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Interval, Milliseconds } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { joined, listed } from '../tables/markdown.ts';

/** The words for a reader's load: the same on the page, at the terminal and in the browser, which runs this file. */

/** The script of a page reads this. */
export type PageData = {
  /** The script ranks by these. It needs no figures, because the page shows them already. */
  readonly decision: Ranked;
  /** These answer a reader's load. */
  readonly measured: Measurements;
  /** The ids of contestants without workers: a single process that computes by itself. */
  readonly singles: readonly string[];
  /** The command of the run, from which the command for another load is made. */
  readonly command: string;
  /** Names the run for `bench adr`, with a space before it; empty if that finds the run by itself. */
  readonly folder: string;
  /** The load that the form shows at first; absent if no rate was measured. */
  readonly example?: ReaderCase;
};

/** The answer to a load: a verdict on each strategy, a sentence, and the command that measures what is not known. */
export type LoadWords = {
  /** `✓ 63 ms`, `✗ at most 95.5/s` */
  readonly verdicts: readonly { readonly id: string; readonly state: CaseState; readonly words: string }[];
  readonly says: string;
  readonly command: string | undefined;
};

type LoadData = Pick<PageData, 'measured' | 'singles' | 'command'>;

/** Answers a load for a page; an infinite p99 is a rate alone. */
export const loadWords = (data: LoadData, load: ReaderCase): LoadWords =>
  wordsOf(answerCase(data.measured, load), data, format.briefEstimate);

/** Writes a p99: alone in a narrow place, with its interval in a sentence. */
type Written = (p99: Interval) => string;

const wordsOf = (
  answer: CaseAnswer,
  { measured, singles, command }: LoadData,
  written: Written,
): LoadWords => ({
  verdicts: answer.strategies.map((one) => ({
    id: one.id,
    state: one.state,
    words: verdictWords(one, answer.rate, written),
  })),
  says: joined([enoughSentence(answer, singles), machinesSentence(answer)], ' '),
  command: measuringCommand(command, measured, answer),
});

/**
 * Answers a reader's case, or with an infinite p99 a rate alone, in Markdown: a verdict on each strategy.
 *
 * @param asked the strategy that the answer is about (default: all)
 */
export const caseLine = (analysis: Analysis, readerCase: ReaderCase, asked?: string): string =>
  caseText(analysis, answerIn(analysis, readerCase, asked));

export function caseText(analysis: Analysis, answer: CaseAnswer): string {
  const { rate, p99 } = answer;
  const singles = analysis.contestants.filter(({ workers }) => !workers).map(({ id }) => id);
  const data = { measured: measurementsIn(analysis), singles, command: analysis.run.command };
  const { verdicts, says, command } = wordsOf(answer, data, format.interval);
  const given = `${rate.toLocaleString('en-GB')} requests/s`;
  const about = Number.isFinite(p99)
    ? `**Your case** (${given}, p99 within ${format.duration(p99)})`
    : `**Your rate** (${given}), with the p99 at the nearest measured rate`;
  const each = verdicts.map(({ id, words }) => `**${id}** ${words}`);
  return joined(
    [`${about}: ${each.join('; ')}.`, says, command !== undefined && `\`${command}\` measures it.`],
    ' ',
  );
}

/** Returns the command that tells what is unknown of a case; undefined if nothing is unknown. */
export const commandOf = ({ run, ...rest }: Analysis, answer: CaseAnswer): string | undefined =>
  measuringCommand(run.command, measurementsIn({ run, ...rest }), answer);

function measuringCommand(command: string, measured: Measurements, answer: CaseAnswer): string | undefined {
  const { rate, p99 } = answer;
  const by = toMeasure(measured, answer);
  if (by === undefined) return undefined;
  const asked = by === 'search' ? '--scenarios within' : `--scenarios latency --rate ${rate}`;
  return commandFor(command, Number.isFinite(p99) ? `${asked} --p99 ${p99}ms` : asked);
}

/** The flags that the command for another case sets anew; the profile smoke has too few rounds for any answer. */
const OF_A_CASE = / --(?:(?:scenarios|rounds|rate|p99|for|until) \S+|profile smoke)/g;

/** Repeats the run with other flags of a case. */
const commandFor = (command: string, flags: string): string =>
  // A page that is shared has a remark instead of the flags; a name like ./file.ts#render has no space before its #.
  `${commandAnew(command)
    .replace(/\s+#.*$/, '')
    .replaceAll(OF_A_CASE, '')} ${flags}`;

function enoughSentence({ strategies, state }: CaseAnswer, singles: readonly string[]): string {
  const single = strategies.find((one) => one.state === 'kept' && singles.includes(one.id));
  if (single) return `${format.capital(single.id)} is enough; a light request may wait for a task.`;
  return state === 'not kept' || state === 'beyond reach' ? 'No strategy keeps it.' : '';
}

const MARKS = { kept: '✓', 'not kept': '✗', 'beyond reach': '✗' } as const;

function verdictWords(answer: StrategyCase, rate: number, written: Written): string {
  if (answer.state === 'unknown') return unknownWords(answer, rate, written);
  const mark = MARKS[answer.state];
  const { evidence } = answer;
  switch (evidence.by) {
    case 'windows':
      return `${mark} ${windowsWords(evidence.at, rate, written)}`;
    case 'figure':
      return `${mark} ${rateWords(answer.figure)}/s within it`;
    default:
      return `${mark} at most ${format.number(evidence.most)}/s`;
  }
}

/** `63 ms`; of another rate `63 ms at 38.5/s`; if not each window kept it `63 ms, 9 of 10 windows` */
function windowsWords({ perSecond, p99, kept, windows }: RateInCase, rate: number, written: Written): string {
  const at = format.printed(perSecond) === rate ? '' : ` at ${format.number(perSecond)}/s`;
  if (!p99) return `overloaded${at}`;
  const count = kept === 0 || kept === windows ? '' : `, ${kept} of ${windows} windows`;
  return `${written(p99)} ms${at}${count}`;
}

/** `not known: 63 ms at 38.5/s`, `not known (too few rounds): 63 ms`; or the rate within the p99, if that is known. */
function unknownWords(
  { why, around: [near], figure }: Extract<StrategyCase, { state: 'unknown' }>,
  rate: number,
  written: Written,
): string {
  if (why === 'questioned' || why === 'not measured') return why;
  const because = why === 'no window tells' ? '' : ` (${why})`;
  const figureText = figure ? `: ${rateWords(figure)}/s within it` : '';
  return `not known${because}${near ? `: ${windowsWords(near, rate, written)}` : figureText}`;
}

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

/** The evidence of the row of a load: `p99 63 ms`, `also cluster 39, threads 29`, `not queue 63`; `all keep it` */
export function loadParts({ strategies, rate }: CaseAnswer, leaders: readonly string[]): string[] {
  const each = strategies.map((one) => ({
    id: one.id,
    state: one.state === 'unknown' && one.why === 'questioned' ? one.why : one.state,
    p99: p99At(one, rate),
    most: one.state === 'beyond reach' && 'most' in one.evidence ? one.evidence.most : undefined,
  }));
  const own = each.filter(({ id }) => leaders.includes(id));
  const named = (those: typeof each) =>
    those.map(({ id, p99 }) => (p99 ? `${id} ${format.briefEstimate(p99)}` : id)).join(', ');
  const of = (state: CaseState | 'questioned', words: string) => {
    const those = each.filter((one) => one.state === state && !own.includes(one));
    const unit = those.some(({ p99 }) => p99) && own.length === 0 ? ' ms' : '';
    return those.length > 0 ? `${words} ${named(those)}${unit}` : '';
  };
  const beyond = each.flatMap(({ id, most }) => (most === undefined ? [] : [`${id} ${format.rate(most)}`]));
  const [first] = own;
  const isAll = each.length > 2 && each.every(({ state }) => state === 'kept');
  return [
    own.length === 1 && first?.p99 ? `p99 ${format.briefEstimate(first.p99)} ms` : '',
    own.length > 1 && own.some(({ p99 }) => p99) ? `p99 ${named(own)} ms` : '',
    isAll ? 'all keep it' : of('kept', 'also'),
    of('not kept', 'not'),
    beyond.length > 0 ? `at most ${beyond.join(', ')}` : '',
    of('unknown', 'not known:'),
    of('questioned', 'questioned:'),
    own.length > 0 ? '' : machinesText(strategies),
  ];
}

/** `2 machines like this: threads`: who could carry a load that no strategy keeps here. */
function machinesText(strategies: CaseAnswer['strategies']): string {
  const enoughOf = ({ machines }: StrategyCase) => machines?.enough ?? Number.POSITIVE_INFINITY;
  const fewest = Math.min(...strategies.map(enoughOf));
  const able = strategies.filter((one) => Number.isFinite(fewest) && enoughOf(one) === fewest);
  return able.length > 0
    ? `${format.count(fewest, 'machine')} like this: ${able.map(({ id }) => id).join(', ')}`
    : '';
}

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

/** A figure, with the count of windows beside one that is no rate: `at most 20.1 (0 of 10 windows kept it)`. */
const figureWords = (figure: RateFigure | undefined): string =>
  !figure || figure.form === 'rate'
    ? rateWords(figure)
    : `${rateWords(figure)} (${figure.kept} of ${format.count(figure.windows, 'window')} kept it)`;

/**
 * Answers how many requests a second each strategy carries within a p99, because the same windows answer any target:
 * `Requests per second with p99 within 200 ms: single 41 [36, 47], queue not known, in the typical 4 s window.`
 */
export function withinLine(
  analysis: Analysis,
  p99: Milliseconds,
): { readonly text: string; readonly state: CaseState } {
  const { search, strategies } = measurementsIn(analysis);
  const head = `Requests per second with p99 within ${format.givenTime(p99)}`;
  const command = `\`${commandFor(analysis.run.command, `--scenarios within --p99 ${p99}ms`)}\` measures it.`;
  if (!search) return { text: `${head}: not measured. ${command}`, state: 'unknown' };
  const figures = rateFigures(search, p99);
  const each = strategies.map(({ id, isQuestioned }) =>
    isQuestioned
      ? `${id} questioned`
      : `${id} ${figureWords(figures.find(({ contestant }) => contestant === id))}`,
  );
  const isOpen = search.targetMs !== p99 && figures.some(({ form }) => form !== 'rate');
  const open = isOpen && `The run looked for ${format.givenTime(search.targetMs)}; ${command}`;
  return {
    text: joined([`${head}: ${each.join(', ')}, in ${wording.typicalWindow(search.seconds)}.`, open], ' '),
    state: stateWithin(figures),
  };
}
