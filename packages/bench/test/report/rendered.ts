import type { Analysis } from '../../src/model.ts';
import { renderReport } from '../../src/report/page.ts';
import { renderCharts } from '../../src/report/write.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';

/** The page of an analysis with all questions, beside its charts. */
export const renderedPage = async (analysis: Analysis, at = 'charts'): Promise<string> =>
  renderReport(analysis, scenarios, { at, drawn: await renderCharts(analysis, scenarios) });

/** The files of the charts that a page shows. */
export const chartsShown = (page: string, at = 'charts'): string[] =>
  [...page.matchAll(/!\[[^\]]+\]\((.+)\/([\w-]+\.svg)\)/g)].flatMap(([, place, file = '']) =>
    place === at ? [file] : [],
  );
