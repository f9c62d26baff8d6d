import type { Analysis, LeftOut } from '../model.ts';
import type { AnyScenario, Chart } from '../scenarios/scenario.ts';
import { howToRead } from './how-to-read.ts';
import { titleIn } from './metric-table.ts';
import { problems } from './problems.ts';
import { machine, repeat } from './provenance.ts';
import { summary } from './summary.ts';

/** What stands where a chart would: its windows were void, or had too few samples for any of its marks. */
const NO_CHART = '*No chart: too little of what it shows was measured.*';

/** The charts that were drawn, and where the page finds them, relative to it: `charts` or `report/charts`. */
export type DrawnCharts = { readonly at: string; readonly drawn: readonly Pick<Chart, 'file' | 'alt'>[] };

/** The whole report, a pure function of the analysis. It shows no chart that was not drawn. */
export function renderReport(
  analysis: Analysis,
  scenarios: readonly AnyScenario[],
  { at, drawn }: DrawnCharts,
): string {
  const chosen = scenarios.filter(({ id }) => analysis.scenarios[id]);
  const image = (file: string) => {
    const chart = drawn.find((one) => one.file === file);
    return chart ? `![${chart.alt}](${at}/${file})` : NO_CHART;
  };
  return `${[
    `# CPU-bound \`${analysis.run.workload.name}\` endpoint: which strategy, on this machine?`,
    summary(analysis, chosen),
    ...chosen.map((scenario) => section(scenario, analysis, image)),
    problems(analysis),
    howToRead,
    machine(analysis),
    repeat(analysis),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** A question's section, with what was left out of it; a question that was left out altogether has only that. */
function section(scenario: AnyScenario, analysis: Analysis, image: (file: string) => string): string {
  const left = (analysis.leftOut ?? []).filter((one) => one.scenario === scenario.id);
  const whole = left.find(({ contestant }) => contestant === undefined);
  const found = analysis.scenarios[scenario.id];
  const text =
    whole || !found
      ? `Left out: ${whole?.reason ?? 'it was not measured'}.`
      : scenario.section(found, { analysis, chart: image });
  return [`## ${scenario.question}`, text, ...(whole ? [] : [leftOutLine(left, analysis)])]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Contestants that were left out for one reason are named together. */
function leftOutLine(left: readonly LeftOut[], analysis: Analysis): string {
  if (left.length === 0) return '';
  const title = titleIn(analysis);
  const groups = Map.groupBy(left, ({ what, reason }) => `${what ? ` (${what})` : ''}: ${reason}`);
  const parts = [...groups].map(
    ([why, members]) => `${members.map(({ contestant }) => title(contestant ?? '')).join(', ')}${why}`,
  );
  return `Left out: ${parts.join('; ')}.`;
}
