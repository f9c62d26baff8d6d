import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';
import { deflateSync, strToU8 } from 'fflate';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { AnyQuestion, Chart } from '../../question.ts';
import { joined, list, present } from '../../tables/sentences.ts';
import { markdown } from '../markdown.ts';

export const methodId = (scenario: string): string => `method-${scenario}`;

/** Builds a folded question: its findings, its charts, its method, and its tables. */
export function questionDetails(
  scenario: AnyQuestion,
  found: ScenarioAnalysis,
  analysis: Analysis,
  charts: readonly Chart[],
): Element {
  const section = scenario.section(found, { analysis, chart: (file) => `![](${file})` });
  const draw = (file: string) => {
    const chart = charts.find((drawn) => drawn.file === file);
    return chart && packedChart(chart);
  };
  const omissions = (analysis.leftOut ?? []).filter((omission) => omission.scenario === scenario.id);
  return folded(methodId(scenario.id), scenario.question, [
    ...section.charts.flatMap((chart) => markdown(chart, draw)),
    ...markdown(list(present(section.says))),
    ...(section.why === '' || analysis.run.workload.requests ? [] : markdown(`**Why**: ${section.why}`)),
    ...present(section.details).flatMap((text) => markdown(text)),
    ...omissions.map(({ contestant, what, reason }) =>
      h('p', `${joined(['Left out', contestant, what], ' ')}: ${reason}.`),
    ),
  ]);
}

/**
 * Packs a chart, because SVG is repetitive, and the page has many charts. The page's script unpacks a chart when a
 * reader opens it; until then, and without a script, its description stands there.
 */
const packedChart = ({ svg, alt }: Chart): Element =>
  h('figure.chart', { dataPacked: Buffer.from(deflateSync(strToU8(svg), { level: 9 })).toString('base64') }, [
    h('figcaption', alt),
  ]);

/** Builds a part that opens. */
export const folded = (id: string, title: string, content: readonly ElementContent[]): Element =>
  h('details', { id }, [h('summary', title), h('div.prose', [...content])]);
