import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { caseText, commandOf, withinLine } from '@cpu-bound/report/answers/case';
import { caseDigest } from '@cpu-bound/report/digest';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { p99Of, rateOf } from '@cpu-bound/study/config/amounts';
import { UsageError } from '@cpu-bound/study/config/config';
import type { CaseState, ReaderCase } from '@cpu-bound/study/decide/case';
import { answerIn, stateAtRate } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Weights } from '@cpu-bound/study/decide/rank';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis, Manifest, NeedResult, Undecided } from '@cpu-bound/study/model';
import { renewed } from '@cpu-bound/study/question';
import { assertSchema, layout, NOT_JSON, ResultsError } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';

/** Reads a run's folder, or any folder with an analysis, and adds the decision by today's rules. */
export async function analysisOf(folder: string): Promise<Analysis> {
  const isRun = existsSync(join(folder, layout.manifest));
  return isRun ? decide(analyse(await readStudy(folder), questions), questions) : storedAnalysis(folder);
}

/** Reads an analysis of this version or an older one with the same findings. */
async function storedAnalysis(folder: string): Promise<Analysis> {
  const file = join(folder, layout.analysis);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ResultsError(
      `${folder}: has neither ${layout.manifest} nor ${layout.analysis}; accepted: a run's folder`,
    );
  });
  try {
    const stored: Undecided = JSON.parse(text);
    assertSchema(file, 'analysis', stored);
    return decide(renewed(stored, questions), questions);
  } catch (error) {
    throw error instanceof SyntaxError ? new ResultsError(`${file}: is not JSON; ${NOT_JSON}`) : error;
  }
}

/** Reads needs by an id or its beginning: `light=3` is `light-requests=3`. @throws UsageError naming all */
export function weightsOf(
  flags: readonly string[],
  needs: readonly Pick<NeedResult, 'id' | 'uncounted'>[],
): Weights {
  const counted = needs.flatMap(({ id, uncounted }) => (uncounted === undefined ? [id] : []));
  const problems: string[] = [];
  const weights: Record<string, number> = {};
  for (const flag of flags) {
    const [, name = flag, weight] = /^([^=]*)(?:=(.*))?$/.exec(flag) ?? [];
    const value = weight === undefined ? 1 : Number(weight);
    const need = needNamed(name, needs);
    if (typeof need === 'string') problems.push(`--need ${flag}: ${need}; accepted: ${counted.join(', ')}`);
    else if (!(value > 0 && value <= 100))
      problems.push(`--need ${flag}: its weight: accepted: a number above 0, up to 100`);
    else if (weights[need.id] !== undefined)
      problems.push(`--need ${flag}: ${need.id} has a weight already; accepted: each need once`);
    else weights[need.id] = value;
  }
  if (problems.length > 0) throw new UsageError(problems);
  return weights;
}

/** Finds a need by its id, or by the beginning of one. @returns a text if there is none that counts */
function needNamed<N extends Pick<NeedResult, 'id' | 'uncounted'>>(
  name: string,
  needs: readonly N[],
): N | string {
  const matches = needs.filter(({ id }) => name !== '' && id.startsWith(name));
  const need = matches.find(({ id }) => id === name) ?? (matches.length === 1 ? matches[0] : undefined);
  if (need?.uncounted !== undefined) return `is shown and not counted (${need.uncounted})`;
  if (need) return need;
  return matches.length > 1
    ? `could be any of ${matches.map(({ id }) => id).join(', ')}`
    : 'there is no such need';
}

/** A reader's case: requests per second, and the longest p99. */
export type CaseFlags = { readonly rate: string; readonly p99: string };

/** The sentences of a run about a case, and its answer. */
export type CaseAnswer = {
  readonly text: string;
  /** The exit code follows from it. */
  readonly state: CaseState;
  /** The reasons to doubt the run that answers. */
  readonly warnings: readonly string[];
};

/** Reads the reader's case from its two flags. @throws UsageError if only one of them is given, or one is wrong */
export function caseOf({ rate, p99 }: Partial<CaseFlags>): ReaderCase | undefined {
  if (rate === undefined && p99 === undefined) return undefined;
  if (rate === undefined || p99 === undefined)
    throw new UsageError(['--rate and --p99 need each other, for example --rate 40 --p99 100ms']);
  const problems: string[] = [];
  const [perSecond, longest] = [rateOf(rate, problems), p99Of(p99, problems)];
  if (perSecond === undefined || longest === undefined) throw new UsageError(problems);
  return { rate: perSecond, p99: longest };
}

/** Returns the reader's case of a run's flags; `--p99` alone is the target of the question within, and no case. */
export const caseOfRun = ({ rate, p99 }: Manifest['flags']): ReaderCase | undefined =>
  typeof rate === 'string' && typeof p99 === 'string' ? caseOf({ rate, p99 }) : undefined;

/** Answers the reader's case: the sentences, and whether the named strategy (default: any) keeps it. */
export function answerToCase(
  whole: Analysis,
  readerCase: ReaderCase,
  { strategy, json = false }: { readonly strategy?: string; readonly json?: boolean },
): CaseAnswer {
  const analysis = amongMain(whole);
  const ids = analysis.contestants.map(({ id }) => id);
  if (strategy !== undefined && !ids.includes(strategy))
    throw new UsageError([`--strategy ${strategy}: the run did not measure it; accepted: ${ids.join(', ')}`]);
  const answer = answerIn(analysis, readerCase, strategy);
  const text = json
    ? caseDigest(answer, commandOf(analysis, answer))
    : caseText(analysis, answer).replaceAll('**', '');
  return { text, state: answer.state, warnings: json ? [] : warningsOf(whole) };
}

/** A rate or a p99 that is given alone: a question about all strategies. */
export type PartialCase = { readonly rate: number } | { readonly p99: number };

export function answerToPart(whole: Analysis, part: PartialCase): CaseAnswer {
  const analysis = amongMain(whole);
  const { text, state } = 'p99' in part ? withinLine(analysis, part.p99) : rateAlone(analysis, part.rate);
  return { text: text.replaceAll('**', ''), state, warnings: warningsOf(whole) };
}

function rateAlone(analysis: Analysis, rate: number) {
  const answer = answerIn(analysis, { rate, p99: Number.POSITIVE_INFINITY });
  return { text: caseText(analysis, answer), state: stateAtRate(answer) };
}
