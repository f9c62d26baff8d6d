import { commandAnew, namedFolder } from '@cpu-bound/study/analyse/commands';
import { rateFigures } from '@cpu-bound/study/analyse/rates-within';
import * as format from '@cpu-bound/study/format';
import { type Analysis, type Milliseconds, MOST_BUSY } from '@cpu-bound/study/model';
import { answerCase, type CaseAnswer, type CaseState, type ReaderCase } from '../size/case.ts';
import { caseSentences, machinesSentence, p99Text } from '../size/case-words.ts';
import { exampleOf } from '../size/example.ts';
import { type Measurements, measurementsIn } from '../size/measured.ts';
import { withinSentence } from '../size/within.ts';
import { joined } from '../tables/sentences.ts';

/** Answers a case by the measurements of a run. @param asked the strategy that the answer is about (default: all) */
export const answerIn = (analysis: Analysis, readerCase: ReaderCase, asked?: string): CaseAnswer =>
  answerCase(measurementsIn(analysis), readerCase, asked);

/**
 * Answers the reader's own case: which strategies met a p99 at a rate, and with how many workers. Without a case it is
 * the command that takes one, if a latency was measured.
 *
 * @param asked the strategy that the answer is about (default: all)
 */
export function caseLine(analysis: Analysis, readerCase: ReaderCase | undefined, asked?: string): string {
  if (readerCase) return caseText(analysis, answerIn(analysis, readerCase, asked));
  const example = exampleOf(measurementsIn(analysis), format.printed);
  return example
    ? `**Your case**: give your load, as in \`npx -y pnpm@12 bench report${namedFolder(analysis)} --rate ${example.rate} --p99 ${example.p99}ms\`.`
    : '';
}

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

/**
 * The same by measurements, in the browser, too. It measures at the rate itself, or by a search if the bench would not
 * offer a strategy so much.
 */
export function measuringCommand(
  run: Pick<Analysis['run'], 'command'>,
  measured: Measurements,
  { rate, p99, strategies }: CaseAnswer,
): string | undefined {
  const open = strategies.filter((answer) => answer.state === 'unknown' && answer.why !== 'questioned');
  if (open.length === 0) return undefined;
  const isTooMuch = open.every(({ id }) => {
    const reach = measured.strategies.find((strategy) => strategy.id === id)?.reach;
    return reach !== undefined && rate > MOST_BUSY * reach.perSecond;
  });
  return isTooMuch
    ? commandFor({ run }, `--scenarios within --p99 ${p99}ms`)
    : commandFor({ run }, `--scenarios latency --rate ${rate} --p99 ${p99}ms`);
}

/** An answer in Markdown, and its state for the exit code. */
type Told = { readonly text: string; readonly state: CaseState };

/** Answers how many requests a second each strategy carries within a p99: the same windows answer any target. */
export function withinLine(analysis: Analysis, p99: Milliseconds): Told {
  const { search, strategies } = measurementsIn(analysis);
  const command = `\`${commandFor(analysis, `--scenarios within --p99 ${p99}ms`)}\` measures it.`;
  if (!search)
    return {
      text: `Requests per second with p99 within ${format.givenTime(p99)}: not measured. ${command}`,
      state: 'unknown',
    };
  const forms = rateFigures(search, p99).map(({ form }) => form);
  const isOpen = search.targetMs !== p99 && forms.some((form) => form !== 'rate');
  const open = isOpen && `The run looked for ${format.givenTime(search.targetMs)}; ${command}`;
  return {
    text: joined([withinSentence(search, strategies, p99), open], ' '),
    state: forms.some((form) => form !== 'not known' && form !== 'too few rounds') ? 'kept' : 'unknown',
  };
}

/** Answers a rate without a bound: the p99 of each strategy at the nearest measured rates, or that it is beyond reach. */
export function rateLine(analysis: Analysis, rate: number): Told {
  const { strategies } = measurementsIn(analysis);
  const answer = answerCase({ strategies }, { rate, p99: Number.POSITIVE_INFINITY });
  const isMeasured = strategies.some(({ rates }) =>
    rates.some(({ perSecond }) => format.printed(perSecond) === rate),
  );
  const isKnown = answer.strategies.some(({ around }) => around.some(({ p99 }) => p99));
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
  const state = answer.state === 'beyond reach' ? 'beyond reach' : isKnown ? 'kept' : 'unknown';
  return { text: joined(sentences, ' '), state };
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
