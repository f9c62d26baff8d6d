import {
  answerCase,
  type CaseAnswer,
  type CaseState,
  type ReaderCase,
  type StrategyCase,
} from '@cpu-bound/study/decide/case';
import type { Measurements } from '@cpu-bound/study/decide/measurements';
import type { Ranked } from '@cpu-bound/study/decide/rank';
import * as format from '@cpu-bound/study/format';
import type { Load, LoadOutcome } from '@cpu-bound/study/model';
import { machinesSentence, measuringCommand, rateWords } from './case.ts';

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

/** The words for a reader's load: the page has them before its script runs, which is why the browser runs this file. */

type LoadData = Pick<PageData, 'measured' | 'singles' | 'command'>;

/** The verdict on a strategy: `✓ 63 ms`, `✗ at most 95.5/s`. */
export type Verdict = { readonly id: string; readonly state: CaseState; readonly words: string };

/** The answer to a load: a verdict on each strategy, a sentence, and the command that measures what is not known. */
export type LoadWords = {
  readonly verdicts: readonly Verdict[];
  readonly says: string;
  readonly command: string | undefined;
};

/** Answers a load; an infinite p99 is a rate alone, which no search answers. */
export function loadWords({ measured, singles, command }: LoadData, load: ReaderCase): LoadWords {
  const isBounded = Number.isFinite(load.p99);
  const answer = answerCase(isBounded ? measured : { strategies: measured.strategies }, load);
  return {
    verdicts: answer.strategies.map((one) => ({
      id: one.id,
      state: one.state,
      words: verdictWords(one, load.rate),
    })),
    says: [enoughSentence(answer, singles), answer.state === 'kept' ? '' : machinesSentence(answer)]
      .filter((text) => text !== '')
      .join(' '),
    command: isBounded ? measuringCommand({ command }, measured, answer) : undefined,
  };
}

function enoughSentence({ strategies, state }: CaseAnswer, singles: readonly string[]): string {
  const single = strategies.find((one) => one.state === 'kept' && singles.includes(one.id));
  if (single) return `${format.capital(single.id)} is enough; a light request may wait for a task.`;
  return state === 'not kept' || state === 'beyond reach' ? 'No strategy keeps it.' : '';
}

const MARKS = { kept: '✓', 'not kept': '✗', 'beyond reach': '✗' } as const;

function verdictWords(answer: StrategyCase, rate: number): string {
  if (answer.state === 'unknown') return unknownWords(answer.why, answer.around[0], rate);
  const mark = MARKS[answer.state];
  const { evidence } = answer;
  switch (evidence.by) {
    case 'windows':
      return `${mark} ${windowsWords(evidence.at, rate)}`;
    case 'figure':
      return `${mark} ${rateWords(answer.figure)}/s within it`;
    default:
      return `${mark} at most ${format.number(evidence.most)}/s`;
  }
}

type RateInCase = StrategyCase['around'][number];

/** `63 ms`; of another rate `63 ms at 38.5/s`; if not each window kept it `63 ms, 9 of 10 windows` */
function windowsWords({ perSecond, p99, kept, windows }: RateInCase, rate: number): string {
  const at = format.printed(perSecond) === rate ? '' : ` at ${format.number(perSecond)}/s`;
  if (!p99) return `overloaded${at}`;
  const count = kept === 0 || kept === windows ? '' : `, ${kept} of ${windows} windows`;
  return `${format.briefEstimate(p99)} ms${at}${count}`;
}

function unknownWords(
  why: Extract<StrategyCase, { state: 'unknown' }>['why'],
  near: RateInCase | undefined,
  rate: number,
): string {
  if (why === 'questioned' || why === 'not measured') return why;
  return `not known${near ? `: ${windowsWords(near, rate)}` : ''}`;
}

/** `p99 63 ms`, `also cluster 39, threads 29`, `not queue 63`; `all keep it` */
export function loadParts({ outcomes }: Load, leaders: readonly string[]): string[] {
  const [own, others] = [
    outcomes.filter(({ id }) => leaders.includes(id)),
    outcomes.filter(({ id }) => !leaders.includes(id)),
  ];
  const named = (each: Load['outcomes']) =>
    each.map(({ id, p99 }) => (p99 ? `${id} ${format.briefEstimate(p99)}` : id)).join(', ');
  const of = (state: LoadOutcome['state'], words: string) => {
    const each = others.filter((one) => one.state === state);
    const unit = each.some(({ p99 }) => p99) && own.length === 0 ? ' ms' : '';
    return each.length > 0 ? `${words} ${named(each)}${unit}` : '';
  };
  const beyond = outcomes.flatMap(({ id, most }) =>
    most === undefined ? [] : [`${id} ${format.rate(most)}`],
  );
  const [first] = own;
  const isAll = outcomes.length > 2 && outcomes.every(({ state }) => state === 'kept');
  return [
    own.length === 1 && first?.p99 ? `p99 ${format.briefEstimate(first.p99)} ms` : '',
    own.length > 1 && own.some(({ p99 }) => p99) ? `p99 ${named(own)} ms` : '',
    isAll ? 'all keep it' : of('kept', 'also'),
    of('not kept', 'not'),
    beyond.length > 0 ? `at most ${beyond.join(', ')}` : '',
    of('unknown', 'not known:'),
    of('questioned', 'questioned:'),
    own.length > 0 ? '' : machinesText(outcomes),
  ];
}

/** `2 machines like this: threads`: who could carry a load that no strategy keeps here. */
function machinesText(outcomes: Load['outcomes']): string {
  const fewest = Math.min(...outcomes.map(({ machines }) => machines ?? Number.POSITIVE_INFINITY));
  const able = outcomes.filter(({ machines }) => machines === fewest).map(({ id }) => id);
  return able.length > 0 ? `${format.count(fewest, 'machine')} like this: ${able.join(', ')}` : '';
}
