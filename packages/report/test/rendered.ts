import { questions } from '@cpu-bound/questions/questions';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import type { Analysis } from '@cpu-bound/study/model';
import { renderReport } from '../src/page.ts';
import type { Chart } from '../src/question.ts';
import { renderCharts } from '../src/write.ts';

const drawnOf = new WeakMap<Analysis, Promise<Chart[]>>();

/** Draws the charts of an analysis once for all tests, because drawing takes the most time. */
export function chartsOf(analysis: Analysis): Promise<Chart[]> {
  const drawn = drawnOf.get(analysis) ?? renderCharts(analysis, questions);
  drawnOf.set(analysis, drawn);
  return drawn;
}

/** Renders the page of an analysis with all questions and its charts. */
export const renderedPage = async (analysis: Analysis, at = 'charts'): Promise<string> =>
  renderReport(analysis, questions, { at, drawn: await chartsOf(analysis) });

/** Renders the page without its charts. */
export const textOfPage = (analysis: Analysis, readerCase?: ReaderCase): string =>
  renderReport(analysis, questions, { at: 'charts', drawn: [], readerCase });

/** Returns the files of the charts that a page shows. */
export const chartsShown = (page: string, at = 'charts'): string[] =>
  [...page.matchAll(/!\[[^\]]+\]\((.+)\/([\w-]+\.svg)\)/g)].flatMap(([, place, file = '']) =>
    place === at ? [file] : [],
  );
