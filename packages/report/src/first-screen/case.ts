import { commandAnew, namedFolder } from '@cpu-bound/study/analyse/more-command';
import { questionedIn } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Milliseconds } from '@cpu-bound/study/model';
import { exampleOf } from '../size/example.ts';
import { type MeasuredRate, ratesMeasured, type StrategyRates } from '../size/measured.ts';
import {
  type CaseResult,
  keeps,
  metByAll,
  type ReaderCase,
  ratesAround,
  windowsWithin,
} from '../size/size.ts';
import {
  machinesSentence,
  ratesWithinTarget,
  rateWords,
  searchIn,
  withFigures,
  withinSentence,
} from '../size/within.ts';
import { joined, listed } from '../tables/sentences.ts';

/** The part of a strategy's measurements that decides a case. */
type RatedStrategy = Pick<StrategyRates, 'id' | 'rates' | 'within'>;
type StrategyCase = { readonly strategy: RatedStrategy; readonly result: CaseResult };

/**
 * Answers the reader's own case: which strategies met a p99 at a rate, and with how many workers. Without a case it is
 * the command that takes one, if a latency was measured.
 *
 * @param asked the strategy that the answer is about (default: all)
 */
export function caseLine(analysis: Analysis, readerCase: ReaderCase | undefined, asked?: string): string {
  if (!readerCase) {
    const example = exampleOf(ratesMeasured(analysis), format.printed);
    return example
      ? `**Your case**: give your load, as in \`npx -y pnpm@12 bench report${namedFolder(analysis)} --rate ${example.rate} --p99 ${example.p99}ms\`.`
      : '';
  }
  const { rate, p99 } = readerCase;
  const measured = ratedFor(analysis, p99)
    .filter(({ id }) => asked === undefined || id === asked)
    .filter(({ rates, within }) => rates.length > 0 || within);
  const command = `\`${commandFor(analysis, `--scenarios latency --rate ${rate} --p99 ${p99}ms`)}\``;
  const given = `**Your case** (${rateGiven(rate)}, p99 within ${format.duration(p99)}): `;
  if (measured.length === 0) return `${given}this run measured no latency. ${command} does.`;
  const answer = caseSentences(measured, readerCase, {
    workers: analysis.run.workers,
    isSingle: (id) => isSingle(analysis, id),
  });
  const isOpen = measured.some((strategy) => keeps(strategy, readerCase).answer === 'not known');
  return joined(
    [
      `${given}${answer}`,
      machinesSentence(measured, readerCase),
      isOpen && `${command} measures it.`,
      questionedSentence(analysis),
    ],
    ' ',
  );
}

/** An answer in Markdown, and whether the run has figures for it. */
type Told = { readonly text: string; readonly isKnown: boolean };

/** Answers how many requests a second each strategy carries within a p99: the same windows answer any target. */
export function withinLine(analysis: Analysis, p99: Milliseconds): Told {
  const search = searchIn(analysis);
  const command = `\`${commandFor(analysis, `--scenarios within --p99 ${p99}ms`)}\` measures it.`;
  const figures = ratesWithinTarget(search, analysis.contestants, p99);
  if (!search || figures.length === 0)
    return {
      text: `Requests per second with p99 within ${format.givenTime(p99)}: not measured. ${command}`,
      isKnown: false,
    };
  const isBound = search.targetMs !== p99 && figures.some(({ kind }) => kind !== 'rate');
  const bound = isBound && `The run looked for ${format.givenTime(search.targetMs)}; ${command}`;
  const text = joined([withinSentence(search, analysis.contestants, figures, p99), bound], ' ');
  return { text, isKnown: true };
}

/** Answers a rate without a bound: the p99 of each strategy at the nearest measured rates. */
export function rateLine(analysis: Analysis, rate: number): Told {
  const measured = ratesMeasured(analysis).filter(({ rates }) => rates.length > 0);
  const isMeasured = measured.some(({ rates }) =>
    rates.some(({ perSecond }) => format.printed(perSecond) === rate),
  );
  const command = `\`${commandFor(analysis, `--scenarios latency --rate ${rate}`)}\``;
  const given = `**Your rate** (${rateGiven(rate)}): `;
  if (measured.length === 0)
    return { text: `${given}this run measured no latency. ${command} does.`, isKnown: false };
  const each = measured.map((strategy) => `**${strategy.id}** ${seenAround(strategy, { rate }, '')}`);
  const sentences = [
    `${given}the p99 at the nearest measured rates: ${each.join('; ')}.`,
    !isMeasured && `${command} measures this rate.`,
    questionedSentence(analysis),
  ];
  return { text: joined(sentences, ' '), isKnown: true };
}

/** Returns the measured rates of each strategy, and its largest rate within a p99. */
const ratedFor = (analysis: Analysis, p99: Milliseconds): StrategyRates[] =>
  withFigures(ratesMeasured(analysis), ratesWithinTarget(searchIn(analysis), analysis.contestants, p99));

const rateGiven = (rate: number) => `${rate.toLocaleString('en-GB')} requests/s`;

const questionedSentence = (analysis: Analysis): string => {
  const questioned = questionedIn(analysis).map((id) => `**${id}**`);
  return questioned.length > 0
    ? `The figures of ${listed(questioned)} are questioned, and answer nothing.`
    : '';
};

/** The flags that the command for another case sets anew. */
const OF_A_CASE = / --(?:scenarios|rounds|rate|p99|for|until) \S+/g;

/** Repeats the run with other flags of a case. */
const commandFor = ({ run }: Pick<Analysis, 'run'>, flags: string): string =>
  // A page that is shared has a remark instead of the flags; a name like ./file.ts#render has no space before its #.
  `${commandAnew(run.command)
    .replace(/\s+#.*$/, '')
    .replaceAll(OF_A_CASE, '')} ${flags}`;

/** Answers whether the named strategy meets the case, or any strategy: yes, no, or not known. */
export function caseResultOf(
  analysis: Analysis,
  readerCase: ReaderCase,
  strategy: string | undefined,
): CaseResult['answer'] {
  const answers = ratedFor(analysis, readerCase.p99)
    .filter(({ id }) => strategy === undefined || id === strategy)
    .map((strategy) => keeps(strategy, readerCase).answer);
  if (answers.includes('yes')) return 'yes';
  return answers.length === 0 || answers.includes('not known') ? 'not known' : 'no';
}

/** Returns true for a contestant without workers: a single process that computes by itself. */
const isSingle = ({ contestants }: Analysis, id: string): boolean =>
  contestants.some((contestant) => contestant.id === id && !contestant.workers);

/** Writes the answer to a case in Markdown: the same on the page, at the terminal and in the browser. */
export function caseSentences(
  measured: readonly RatedStrategy[],
  readerCase: ReaderCase,
  {
    workers: count,
    isSingle: single,
  }: { readonly workers: number; readonly isSingle: (id: string) => boolean },
): string {
  const checked = measured.map(
    (strategy): StrategyCase => ({ strategy, result: keeps(strategy, readerCase) }),
  );
  const by = (answer: CaseResult['answer']) => checked.filter(({ result }) => result.answer === answer);
  const [kept, no, open] = [by('yes'), by('no'), by('not known')];
  const isMetByAll = ({ result }: StrategyCase) => metByAll(result, readerCase.p99);
  const [met, mostly] = [kept.filter(isMetByAll), kept.filter((judged) => !isMetByAll(judged))];
  const alone = met.filter(({ strategy }) => single(strategy.id));
  const others = met.filter((each) => !alone.includes(each));
  const workers = ` with ${format.count(count, 'worker')} each`;
  const named = (each: readonly StrategyCase[]) => listed(each.map(({ strategy }) => `**${strategy.id}**`));
  const evidence = ({ result }: StrategyCase, name = 'p99 ') => {
    if (result.within) return ` (${rateWords(result.within)} requests/s within it)`;
    return result.by ? ` (${rateText(result.by, name, readerCase.p99)})` : '';
  };
  const withEvidence = (each: readonly StrategyCase[]) =>
    listed(each.map((met, index) => `**${met.strategy.id}**${evidence(met, index === 0 ? 'p99 ' : '')}`));
  const [spanning, unmeasured] = [
    open.filter(({ result }) => result.by),
    open.filter(({ result }) => !result.by),
  ];
  return joined(
    [
      ...alone.map(
        (each) =>
          `a single process is enough for these requests${evidence(each)}, but a light request beside them may wait for a task.`,
      ),
      others.length > 0 &&
        (alone.length > 0
          ? `${named(others)}${workers} kept it, too.`
          : `${withEvidence(others)} kept it${workers}.`),
      mostly.length > 0 && `${withEvidence(mostly)} kept it in most windows.`,
      no.length > 0 && `${withEvidence(no)} did not.`,
      spanning.length > 0 && `Not known of ${withEvidence(spanning)}.`,
      unmeasured.length > 0 &&
        `${unmeasured.map(({ strategy }, index) => `**${strategy.id}** ${seenAround(strategy, readerCase, index === 0 ? 'p99 ' : '')}`).join('; ')}: not known at this rate.`,
    ],
    ' ',
  );
}

/** `p99 41.6 [39.8, 77.9] ms at 38.5/s, overloaded at 83.9/s` */
const seenAround = (strategy: RatedStrategy, readerCase: Pick<ReaderCase, 'rate'>, name: string): string =>
  ratesAround(strategy, readerCase)
    .map((rate) => rateText(rate, name))
    .join(', ') || 'no rate was measured';

/** `p99 31.8 [25.2, 48.5] ms at 72.1/s, 20 of 20 windows` */
const rateText = ({ perSecond, p99 }: MeasuredRate, name: string, bound?: Milliseconds): string => {
  const windows = p99 && bound !== undefined ? `, ${windowsWithin(p99, bound)}` : '';
  return `${p99 ? `${name}${format.interval(p99)} ms` : 'overloaded'} at ${format.number(perSecond)}/s${windows}`;
};
