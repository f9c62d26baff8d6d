import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { taskMs } from '@cpu-bound/study/analyse/look-up';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import * as format from '@cpu-bound/study/format';
import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import * as wording from '@cpu-bound/study/wording';
import writeFileAtomic from 'write-file-atomic';
import { figuresNote, judgedTable, unjudgedTable } from './answers/figures-table.ts';
import { rowsTable } from './answers/row-words.ts';
import { renderAgainst } from './changes/pages.ts';
import { facts, terms } from './first-screen/trust.ts';
import { type PageParts, renderReport } from './page.ts';
import { drawPictures, pictureMarkdown } from './picture/svg.ts';
import { type AnyQuestion, type Chart, eachMeasured } from './question.ts';
import { joined } from './tables/markdown.ts';

export async function renderCharts(analysis: Analysis, questions: readonly AnyQuestion[]): Promise<Chart[]> {
  const drawn = eachMeasured(questions, analysis, (question, found) => question.charts(found, analysis));
  return [...drawPictures(analysis), ...(await Promise.all(drawn)).flat()];
}

/** The place of a report: the page, and the folder for `analysis.json` and the charts; and what the page adds. */
export type ReportPlace = Pick<PageParts, 'readerCase' | 'running'> & {
  readonly page: string;
  readonly folder: string;
};

/** The pages that quote a study, the folder of their pictures, and the quoted study, in a repository. */
export const QUOTING = {
  pages: ['README.md', 'docs/choosing.md'],
  pictures: 'docs',
  study: 'docs/choosing.json',
} as const;

/** Writes the figures of a study into the pages that quote one, with their pictures and the study itself. */
export async function writeQuotes(root: string, analysis: Analysis): Promise<void> {
  const study = quoted(analysis);
  for (const page of QUOTING.pages) {
    const text = await readFile(join(root, page), 'utf8');
    await writeFileAtomic(join(root, page), withFigures(text, study));
  }
  for (const { file, svg } of drawPictures(study))
    await writeFileAtomic(join(root, QUOTING.pictures, file), svg);
  await writeFileAtomic(join(root, QUOTING.study), `${JSON.stringify(study, null, 2)}\n`);
}

export async function writeHtml(
  file: string,
  analysis: Analysis,
  questions: readonly AnyQuestion[],
  drawn?: readonly Chart[],
  running?: string,
): Promise<void> {
  // Its two hundred modules are loaded here, because most commands write none.
  const { renderHtml } = await import('./html/render.ts');
  const charts = drawn ?? (await renderCharts(analysis, questions));
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, renderHtml(analysis, questions, charts, running));
}

/**
 * Writes page, charts and analysis, and removes charts of an earlier report. A run that compares two checkouts has a
 * page without charts.
 *
 * @returns the charts, whose drawing takes most of the time
 */
export async function writeReport(
  analysis: Analysis,
  questions: readonly AnyQuestion[],
  { page, folder, readerCase, running }: ReportPlace,
): Promise<Chart[]> {
  const drawn = analysis.run.against ? [] : await renderCharts(analysis, questions);
  const charts = join(folder, layout.charts);
  await mkdir(charts, { recursive: true });
  await mkdir(dirname(page), { recursive: true });
  const stale = (await readdir(charts)).filter((file) => !drawn.some((chart) => chart.file === file));
  await Promise.all([
    ...drawn.map(({ file, svg }) => writeFileAtomic(join(charts, file), svg)),
    ...stale.filter((file) => file.endsWith('.svg')).map((file) => rm(join(charts, file))),
  ]);
  await writeFileAtomic(join(folder, layout.analysis), `${JSON.stringify(analysis, null, 2)}\n`);
  const at = relative(dirname(page), charts).replaceAll('\\', '/');
  const { against } = analysis.run;
  const text = against
    ? renderAgainst(analysis, against)
    : renderReport(analysis, questions, { at, drawn, readerCase, running });
  await writeFileAtomic(page, text);
  return drawn;
}

/** Writes the report, and the same page as HTML into the folder. A run that compares two checkouts has no HTML. */
export async function writePages(
  analysis: Analysis,
  questions: readonly AnyQuestion[],
  place: ReportPlace,
): Promise<void> {
  const drawn = await writeReport(analysis, questions, place);
  if (!analysis.run.against)
    await writeHtml(join(place.folder, layout.html), analysis, questions, drawn, place.running);
}

/** Replaces the figures or the answer between a page's marks by those of a run; the text around them stays. */
export function withFigures(text: string, runAnalysis: Analysis): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const note = joined([figuresNote(decision), terms(analysis)], '. ');
  const figures = [judgedTable(decision), note, unjudgedTable(decision), facts(analysis)];
  return between(between(text, 'generated from a run', figures), 'answer of a run', shortAnswer(analysis));
}

/** Writes what was measured, the rows in brief, and the picture. */
function shortAnswer(analysis: Analysis): string[] {
  const ms = taskMs(analysis);
  const task = ms === undefined ? '' : `${format.duration(ms)} a task, `;
  const warnings = warningsOf(analysis).map(inShort);
  const warning = warnings.length > 0 ? ` ⚠ ${format.capital(warnings.join('; '))}.` : '';
  return [
    `**One study**: ${task}${wording.cores(analysis.environment)}. [Yours](#measure-it-on-your-machine) may differ.${warning}`,
    rowsTable(rowsOf(analysis), 'brief'),
    pictureMarkdown(analysis, 'docs'),
  ];
}

/** A warning of more words than these has its finding before a colon, and REPORT.md has the rest. */
const FEW_WORDS = 14;
const inShort = (message: string): string =>
  message.split(' ').length > FEW_WORDS ? message.replace(/: .*/, '') : message;

function between(text: string, name: string, parts: readonly string[]): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return text;
  return `${text.slice(0, from)}${begin}\n\n${joined(parts)}\n\n${text.slice(to)}`;
}

/** The metrics of latency that answer a load. */
const OF_A_LOAD: readonly string[] = ['offered', 'latency-p99', 'overloaded'];

/**
 * Returns the part of a study that the guides quote: throughput, the p99 at each
 * rate, the search for a rate within a p99, and of the other questions the time of a task.
 */
export function quoted({ scenarios, families: _families, ...analysis }: Analysis): Analysis {
  const kept = Object.entries(scenarios).flatMap(([id, found]): [string, ScenarioAnalysis][] => {
    if (found === scenarios.capacity) return [[id, found]];
    const metrics = found.metrics.filter(
      ({ metric }) => metric === 'kernel-ms' || (found === scenarios.latency && OF_A_LOAD.includes(metric)),
    );
    const { search } = found;
    const own = { metrics, comparisons: [], ...(search && { search }) };
    return metrics.length > 0 || search ? [[id, own]] : [];
  });
  return { ...analysis, scenarios: Object.fromEntries(kept), families: {} };
}
