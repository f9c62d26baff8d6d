import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import writeFileAtomic from 'write-file-atomic';
import { renderAgainst } from './changes/checkouts-page.ts';
import { quoted, withFigures } from './choosing.ts';
import { type PageParts, renderReport } from './page.ts';
import { drawPictures } from './picture/files.ts';
import { type AnyQuestion, type Chart, eachMeasured } from './question.ts';

export async function renderCharts(analysis: Analysis, scenarios: readonly AnyQuestion[]): Promise<Chart[]> {
  const drawn = eachMeasured(scenarios, analysis, (question, found) => question.charts(found, analysis));
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
  scenarios: readonly AnyQuestion[],
  drawn?: readonly Chart[],
  running?: string,
): Promise<void> {
  // Its two hundred modules are loaded here, because most commands write none.
  const { renderHtml } = await import('./html/render.ts');
  const charts = drawn ?? (await renderCharts(analysis, scenarios));
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, renderHtml(analysis, scenarios, charts, running));
}

/**
 * Writes page, charts and analysis, and removes charts of an earlier report. A run that compares two checkouts has a
 * page without charts.
 *
 * @returns the charts, whose drawing takes most of the time
 */
export async function writeReport(
  analysis: Analysis,
  scenarios: readonly AnyQuestion[],
  { page, folder, readerCase, running }: ReportPlace,
): Promise<Chart[]> {
  const drawn = analysis.run.against ? [] : await renderCharts(analysis, scenarios);
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
    : renderReport(analysis, scenarios, { at, drawn, readerCase, running });
  await writeFileAtomic(page, text);
  return drawn;
}

/** Writes the report, and the same page as HTML into the folder. A run that compares two checkouts has no HTML. */
export async function writePages(
  analysis: Analysis,
  scenarios: readonly AnyQuestion[],
  place: ReportPlace,
): Promise<void> {
  const drawn = await writeReport(analysis, scenarios, place);
  if (!analysis.run.against)
    await writeHtml(join(place.folder, layout.html), analysis, scenarios, drawn, place.running);
}
