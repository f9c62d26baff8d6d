import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import { digest } from '@cpu-bound/report/digest';
import { renderSummary } from '@cpu-bound/report/page';
import { QUOTING, writeHtml, writePages, writeQuotes, writeReport } from '@cpu-bound/report/write';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import { p99Of, rateOf } from '@cpu-bound/study/config/amounts';
import { UsageError } from '@cpu-bound/study/config/config';
import { shareable } from '@cpu-bound/study/decide/shareable';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import {
  analysisOf,
  answerToCase,
  answerToPart,
  type CaseAnswer,
  type CaseFlags,
  caseOf,
  type PartialCase,
  weightsOf,
} from './analysis.ts';
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

type ReportResult = {
  /** Absent if the reader asked a question: a question changes nothing. */
  readonly page?: string;
  /** The digest of `--json`, which writes nothing. */
  readonly json?: string;
  readonly answer?: CaseAnswer;
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
      `--guide: ${folder} was interrupted; accepted: a complete run (${commandLine({ resume: folder })})`,
    ]);
  if (flags.json && !readerCase) return { json: digest(analysis) };
  if (part) return { answer: answerToPart(analysis, part) };
  if (flags.publish) return { page: await publish(analysis, root) };
  if (flags.guide) return { page: await quote(analysis, root) };
  const answer = readerCase && answerToCase(analysis, readerCase, flags);
  if (html) {
    const file = out === undefined ? join(from, layout.html) : resolve(cwd, out);
    await writeHtml(file, flags.shareable ? shareable(analysis, questions) : analysis, questions);
    return { page: file, answer };
  }
  if (readerCase && out === undefined && !flags.write) return { answer };
  const page = out === undefined ? join(from, layout.report) : resolve(cwd, out);
  await writeReport(analysis, questions, { page, folder: from, readerCase });
  return { page, answer };
}

/** Reads a rate or a p99 that is given alone. @throws UsageError beside flags that write a page, or if it is wrong */
function partOf(flags: ReportFlags): PartialCase | undefined {
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

/** Replaces the report of the repository, which is REPORT.md and report/ with the page in HTML. @returns the page */
export async function publish(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--publish', analysis);
  const page = join(root, layout.report);
  const folder = join(root, 'report');
  await writePages(analysis, questions, { page, folder });
  return page;
}

/** Makes a study the one that the guides quote. @returns its file */
async function quote(analysis: Analysis, root: string): Promise<string> {
  assertStrategies('--guide', analysis);
  await writeQuotes(root, analysis);
  return join(root, QUOTING.study);
}

function assertStrategies(flag: string, { run }: Analysis): void {
  if (run.against)
    throw new UsageError([
      `${flag}: ${run.id} compares two checkouts; REPORT.md and the guide are about strategies`,
    ]);
}

export type SummaryFlags = Partial<CaseFlags> & { readonly need?: readonly string[] };

/** `bench summary` writes the first screen of a run for the summary of a CI job, with nothing private. */
export async function summaryCommand(
  folder: string,
  { need, ...given }: SummaryFlags,
  { cwd }: Pick<Surface, 'cwd'>,
): Promise<string> {
  const analysis = shareable(await analysisOf(resolve(cwd, folder)), questions);
  return renderSummary(analysis, questions, {
    readerCase: caseOf(given),
    weights: need && weightsOf(need, analysis.decision.needs),
  });
}

/** The program of each system that opens a file as its user would; it waits for nobody. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};
const OF_OTHERS = ['xdg-open'];

/** Opens a page in the reader's browser. @returns a sentence if that is not possible here */
export function openPage(
  file: string,
  [program = '', ...args]: readonly string[] = OPENERS[process.platform] ?? OF_OTHERS,
): Promise<string | undefined> {
  const opener = spawn(program, [...args, file], { detached: true, stdio: 'ignore' });
  opener.unref();
  return new Promise((resolve) => {
    opener.once('spawn', () => resolve(undefined));
    opener.once('error', () => resolve(`--open: ${program} is not installed; open ${file} in a browser`));
  });
}
