import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { questions } from '@cpu-bound/questions/questions';
import { caseText, commandOf, rateLine, withinLine } from '@cpu-bound/report/answers/case';
import { caseDigest, digest } from '@cpu-bound/report/digest';
import { writeHtml, writeReport } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { p99Of, rateOf } from '@cpu-bound/study/config/amounts';
import { UsageError } from '@cpu-bound/study/config/config';
import { answerIn, type CaseState, type ReaderCase } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { decide } from '@cpu-bound/study/decide/decision';
import { shareable } from '@cpu-bound/study/decide/shareable';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis, Undecided } from '@cpu-bound/study/model';
import { renewed } from '@cpu-bound/study/renewed';
import { assertSchema, layout, NOT_JSON, ResultsError } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import { defined } from '@cpu-bound/workload/defined';
import { type CaseFlags, caseOf } from './case.ts';
import { publish, quote } from './publish-report.ts';
import type { Surface } from './surface.ts';

/** The flags, as `program/reading.ts` describes them. */
export type ReportFlags = Partial<CaseFlags> & {
  readonly strategy?: string;
  readonly out?: string;
  readonly write?: boolean;
  readonly html?: boolean;
  readonly open?: boolean;
  readonly json?: boolean;
  readonly shareable?: boolean;
  readonly publish?: boolean;
  readonly guide?: boolean;
};

export type ReportResult = {
  /** Absent if the reader asked a question: a question changes nothing. */
  readonly page?: string;
  /** The digest of `--json`, which writes nothing. */
  readonly json?: string;
  readonly answer?: {
    readonly text: string;
    /** The exit code follows from it. */
    readonly state: CaseState;
    /** The reasons to doubt the run that answers. */
    readonly warnings: readonly string[];
  };
};

/**
 * `bench report` renders a run again without measuring, from its trials, or else from its analysis. The same files
 * give the same bytes.
 *
 * @returns the written page, and the answer to the reader's case, which is written only by --write or --out
 * @throws ResultsError if the folder holds neither trials nor an analysis
 * @throws UsageError if the strategy was not measured, or if flags cannot be combined; for --publish and --guide also
 *   if the run was interrupted
 */
export async function reportCommand(
  folder: string,
  flags: ReportFlags,
  { cwd, root }: Pick<Surface, 'cwd' | 'root'>,
): Promise<ReportResult> {
  const { out, html, strategy } = flags;
  if (flags.write && out !== undefined)
    throw new UsageError([
      `--write writes into ${folder}, and --out ${out} elsewhere; accepted: one of them`,
    ]);
  const part = partOf(flags);
  const readerCase = part ? undefined : caseOf(flags);
  if (strategy !== undefined && !readerCase)
    throw new UsageError([`--strategy ${strategy}: goes with --rate and --p99`]);
  const ofCase = readerCase ? ['json', 'rate', 'p99', 'strategy'] : ['json'];
  const others = Object.keys(flags).filter((name) => !ofCase.includes(name));
  if (flags.json && others.length > 0)
    throw new UsageError([
      `--json: prints the whole run, or with --rate and --p99 the answer to them; remove --${others.join(', --')}`,
    ]);
  const ofRepository = (['publish', 'guide'] as const).filter((flag) => flags[flag]);
  const [flag] = ofRepository;
  if (flag !== undefined && (ofRepository.length > 1 || html || out !== undefined || readerCase))
    throw new UsageError([
      `--${flag} cannot be combined with another flag: --publish writes REPORT.md and report/, --guide the figures in README.md and docs/choosing.md`,
    ]);
  if (flags.open && !html) throw new UsageError(['--open: accepted with --html']);
  // The folder itself holds paths, and a page in Markdown shows charts from it.
  if (flags.shareable && !html)
    throw new UsageError([
      '--shareable: accepted with --html; for a page in Markdown: npx -y pnpm@12 bench summary',
    ]);
  const from = resolve(cwd, folder);
  const analysis = await analysisOf(from);
  // `--publish` accepts an interrupted run, whose page has the warning; the guide must not quote one.
  if (flags.guide && analysis.run.interrupted)
    throw new UsageError([
      `--guide: ${folder} was interrupted; accepted: a complete run (npx -y pnpm@12 bench run --resume ${shellWord(folder)})`,
    ]);
  if (flags.json && !readerCase) return { json: digest(analysis) };
  if (part) return { answer: answerToPart(analysis, part) };
  if (flags.publish) return { page: await publish(analysis, root) };
  if (flags.guide) return { page: await quote(analysis, root) };
  const answer = readerCase && answerToCase(analysis, readerCase, flags);
  if (html) {
    const file = out === undefined ? join(from, layout.html) : resolve(cwd, out);
    await writeHtml(file, flags.shareable ? shareable(analysis, questions) : analysis, questions);
    return defined({ page: file, answer });
  }
  if (readerCase && out === undefined && !flags.write) return defined({ answer });
  const page = out === undefined ? join(from, layout.report) : resolve(cwd, out);
  await writeReport(analysis, questions, { page, folder: from, readerCase });
  return defined({ page, answer });
}

/** Answers the reader's case: the sentences, and whether the named strategy (default: any) keeps it. */
function answerToCase(
  whole: Analysis,
  readerCase: ReaderCase,
  { strategy, json = false }: ReportFlags,
): ReportResult['answer'] {
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
type Part = { readonly rate: number } | { readonly p99: number };

/** Reads a rate or a p99 that is given alone. @throws UsageError beside flags that write a page, or if it is wrong */
function partOf(flags: ReportFlags): Part | undefined {
  const { rate, p99 } = flags;
  if (rate === undefined && p99 !== undefined) {
    assertPrints(flags, `--p99 ${p99} without --rate: prints the rates within it`, '--rate');
    return { p99: amountBy(p99Of, p99) };
  }
  if (rate !== undefined && p99 === undefined) {
    assertPrints(
      flags,
      `--rate ${rate} without --p99: prints the p99 at the nearest measured rates`,
      '--p99',
    );
    return { rate: amountBy(rateOf, rate) };
  }
  return undefined;
}

/** @throws UsageError beside flags that write a page, or ask about one strategy */
function assertPrints(flags: ReportFlags, prints: string, other: string): void {
  const refused = ['out', 'write', 'html', 'shareable', 'publish', 'guide', 'strategy'] as const;
  const flag = refused.find((name) => flags[name]);
  if (flag !== undefined)
    throw new UsageError([
      `${prints}, and does not go with --${flag}; leave that out, or give ${other}, too`,
    ]);
}

function amountBy(read: (text: string, problems: string[]) => number | undefined, text: string): number {
  const problems: string[] = [];
  const amount = read(text, problems);
  if (amount === undefined) throw new UsageError(problems);
  return amount;
}

function answerToPart(whole: Analysis, part: Part): NonNullable<ReportResult['answer']> {
  const analysis = amongMain(whole);
  const { text, state } = 'p99' in part ? withinLine(analysis, part.p99) : rateLine(analysis, part.rate);
  return { text: text.replaceAll('**', ''), state, warnings: warningsOf(whole) };
}

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
