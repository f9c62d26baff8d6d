import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { layout } from '@cpu-bound/study/results/store';
import writeFileAtomic from 'write-file-atomic';
import { renderAgainst } from './against/page.ts';
import { LIGHT_REQUESTS, lightRequestsChart } from './charts/light-requests.ts';
import { needsChart } from './charts/needs.ts';
import { quoted, withAnswer, withFigures } from './choosing.ts';
import { renderHtml } from './html/render.ts';
import { renderReport } from './page.ts';
import type { AnyReportScenario, Chart } from './sections/section.ts';
import type { Wanted } from './size/size.ts';

export async function renderCharts(
  analysis: Analysis,
  scenarios: readonly AnyReportScenario[],
): Promise<Chart[]> {
  const drawn = scenarios.map((scenario) => {
    const found = analysis.scenarios[scenario.id];
    return found ? scenario.charts(found, analysis) : [];
  });
  return [...(await chartsOfDecision(amongMain(analysis))), ...(await Promise.all(drawn)).flat()];
}

/** The two pictures of the first screens; none where no two strategies were compared. */
async function chartsOfDecision(main: Analysis): Promise<Chart[]> {
  if (!main.decision.needs.some(isCounted)) return [];
  const light = await lightRequestsChart(main);
  return [
    ...(light
      ? [
          {
            file: LIGHT_REQUESTS,
            alt: 'A light request while all cores compute: a bar for each strategy',
            svg: light,
          },
        ]
      : []),
    {
      file: 'needs.svg',
      alt: 'How far each strategy is behind the best, by need, on a logarithmic axis',
      svg: await needsChart(main.decision, main),
    },
  ];
}

/** Where a report goes: the page itself, and the folder for `analysis.json` and the charts; and the reader's own case. */
export type ReportPlace = {
  readonly page: string;
  readonly folder: string;
  readonly wanted?: Wanted | undefined;
};

/** What the guide and the README say of a study: the texts with its figures and its picture, and the study beside them. */
export async function writeGuide(root: string, analysis: Analysis): Promise<void> {
  const study = quoted(analysis);
  const edit = async (file: string, edited: (text: string, of: Analysis) => string) => {
    const path = join(root, file);
    await writeFileAtomic(path, edited(await readFile(path, 'utf8'), study));
  };
  await edit('docs/choosing.md', withFigures);
  await edit('README.md', withAnswer);
  const light = await lightRequestsChart(amongMain(study));
  if (light) await writeFileAtomic(join(root, 'docs', LIGHT_REQUESTS), light);
  await writeFileAtomic(join(root, GUIDE_STUDY), `${JSON.stringify(study, null, 2)}\n`);
}

/** The study that the guide and the README quote. */
export const GUIDE_STUDY = 'docs/choosing.json';

/** The report as one file of HTML. */
export async function writeHtml(
  file: string,
  analysis: Analysis,
  scenarios: readonly AnyReportScenario[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, renderHtml(analysis, scenarios, await renderCharts(analysis, scenarios)));
}

/** Writes page, charts and analysis, of a run that compares two checkouts a page without charts; charts of an earlier report there are removed. */
export async function writeReport(
  analysis: Analysis,
  scenarios: readonly AnyReportScenario[],
  { page, folder, wanted }: ReportPlace,
): Promise<void> {
  const charts = join(folder, layout.charts);
  await mkdir(charts, { recursive: true });
  await mkdir(dirname(page), { recursive: true });
  const { against } = analysis.run;
  const rendered = against ? [] : await renderCharts(analysis, scenarios);
  const stale = (await readdir(charts)).filter((file) => !rendered.some((chart) => chart.file === file));
  await Promise.all([
    ...rendered.map(({ file, svg }) => writeFileAtomic(join(charts, file), svg)),
    ...stale.filter((file) => file.endsWith('.svg')).map((file) => rm(join(charts, file))),
  ]);
  await writeFileAtomic(join(folder, layout.analysis), `${JSON.stringify(analysis, null, 2)}\n`);
  const chartsAt = relative(dirname(page), charts).replaceAll('\\', '/');
  const text = against
    ? renderAgainst(analysis, against)
    : renderReport(analysis, scenarios, { at: chartsAt, drawn: rendered, wanted });
  await writeFileAtomic(page, text);
}
