import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { questions } from '@cpu-bound/questions/questions';
import { caseLine, caseResultOf } from '@cpu-bound/report/first-screen/case';
import { agreement } from '@cpu-bound/report/machines/agreement';
import { studyFrom } from '@cpu-bound/report/machines/from-analysis';
import { readStudies } from '@cpu-bound/report/machines/read';
import type { CaseResult, ReaderCase } from '@cpu-bound/report/size/size';
import { writeHtml, writeReport } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { UsageError } from '@cpu-bound/study/config/config';
import { amongMain } from '@cpu-bound/study/decide/among';
import { decide } from '@cpu-bound/study/decide/decision';
import { shareable } from '@cpu-bound/study/decide/shareable';
import type { Analysis } from '@cpu-bound/study/model';
import { assertSchema, layout, ResultsError } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import { defined } from '@cpu-bound/workload/defined';
import { type CaseFlags, caseOf } from './case.ts';
import { publish, quote } from './publish-report.ts';
import type { Surface } from './surface.ts';

/** Beside its own flags the reader's case: `--rate 40 --p99 100ms`. */
export type ReportFlags = Partial<CaseFlags> & {
  /** With a case: the strategy that has to keep it; absent: any. */
  readonly strategy?: string;
  /** Where the page goes; by default the run's folder. */
  readonly out?: string;
  /** One file of HTML instead of Markdown and its charts. */
  readonly html?: boolean;
  /** The HTML page without paths, arguments, names of samples and logs. */
  readonly shareable?: boolean;
  /** The page of the repository, with its charts. */
  readonly publish?: boolean;
  /** The figures in README.md and docs/choosing.md. */
  readonly guide?: boolean;
};

/** Where the page is; of a reader's case what is said of it, and whether it is kept. */
export type ReportResult = {
  readonly page: string;
  readonly own?: { readonly text: string; readonly kept: CaseResult['answer'] };
};

/**
 * `bench report`: renders again without measuring, from the trials where they are there and else from the
 * analysis. The same files give the same bytes.
 *
 * @returns where the page was written, and the answer to the reader's case
 * @throws ResultsError where the folder holds neither
 * @throws UsageError for a strategy that was not measured, or that goes with no case; for --shareable without --html; for --publish or --guide with another flag, or of a run that was
 *   interrupted
 */
export async function reportCommand(
  folder: string,
  flags: ReportFlags,
  { cwd, root }: Pick<Surface, 'cwd' | 'root'>,
): Promise<ReportResult> {
  const { out, html, strategy } = flags;
  const readerCase = caseOf(flags);
  if (strategy !== undefined && !readerCase)
    throw new UsageError([`--strategy ${strategy}: goes with --rate and --p99`]);
  const ofRepository = (['publish', 'guide'] as const).filter((flag) => flags[flag]);
  const [flag] = ofRepository;
  if (flag !== undefined && (ofRepository.length > 1 || html || out !== undefined || readerCase))
    throw new UsageError([
      `--${flag} cannot be combined with another flag: --publish writes REPORT.md and report/, --guide the figures in README.md and docs/choosing.md`,
    ]);
  // The folder itself holds paths, and the page in Markdown shows charts from it.
  if (flags.shareable && !html)
    throw new UsageError(['--shareable: accepted with --html; for a page in Markdown: pnpm bench summary']);
  const from = resolve(cwd, folder);
  const analysis = await analysisOf(from);
  // `--publish` takes an interrupted run, whose page has the warning; the guide quotes no such run.
  if (flags.guide && analysis.run.interrupted)
    throw new UsageError([
      `--guide: ${folder} was interrupted; accepted: a whole run (pnpm bench run --resume ${folder})`,
    ]);
  if (flags.publish) return { page: await publish(analysis, root) };
  if (flags.guide) return { page: await quote(analysis, root) };
  const own = readerCase && ownCase(analysis, readerCase, strategy);
  if (html) {
    const file = out === undefined ? join(from, layout.html) : resolve(cwd, out);
    await writeHtml(file, flags.shareable ? shareable(analysis, questions) : analysis, questions);
    return defined({ page: file, own });
  }
  const page = out === undefined ? join(from, layout.report) : resolve(cwd, out);
  await writeReport(analysis, questions, { page, folder: from, readerCase });
  return defined({ page, own });
}

/** The sentences about the reader's case, and whether the named strategy keeps it, or any. */
function ownCase(whole: Analysis, readerCase: ReaderCase, strategy: string | undefined): ReportResult['own'] {
  const analysis = amongMain(whole);
  const ids = analysis.contestants.map(({ id }) => id);
  if (strategy !== undefined && !ids.includes(strategy))
    throw new UsageError([`--strategy ${strategy}: the run did not measure it; accepted: ${ids.join(', ')}`]);
  const text = caseLine(analysis, readerCase).replaceAll('**', '');
  return { text, kept: caseResultOf(analysis, readerCase, strategy) };
}

/** Where a run's verdicts agree with the published studies and where they differ, in a line; by its analysis as it was written. */
export async function agreementOf(
  folder: string,
  { cwd, code }: Pick<Surface, 'cwd' | 'code'>,
): Promise<string> {
  const from = resolve(cwd, folder);
  const studies = await readStudies(join(code, 'published'));
  const written = existsSync(join(from, layout.analysis));
  const analysis = await (written ? storedAnalysis(from) : analysisOf(from));
  const known = (await workspaceContestants(code)).map(({ id }) => id);
  return agreement(studyFrom(analysis, known), studies);
}

/** The analysis of a run's folder, or of any folder that holds one, with the decision that follows from it today. */
export async function analysisOf(folder: string): Promise<Analysis> {
  const isRun = existsSync(join(folder, layout.manifest));
  return decide(
    isRun ? analyse(await readStudy(folder), questions) : await storedAnalysis(folder),
    questions,
  );
}

async function storedAnalysis(folder: string): Promise<Analysis> {
  const file = join(folder, layout.analysis);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ResultsError(
      `${folder}: has neither ${layout.manifest} nor ${layout.analysis}; accepted: a run's folder`,
    );
  });
  try {
    const analysis: Analysis = JSON.parse(text);
    assertSchema(file, 'analysis', analysis);
    return analysis;
  } catch (error) {
    throw error instanceof SyntaxError ? new ResultsError(`${file}: is not JSON`) : error;
  }
}
