import type { Analysis } from '../model.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { howToRead } from './how-to-read.ts';
import { machine, repeat } from './provenance.ts';
import { summary } from './summary.ts';
import { troubles } from './troubles.ts';

/**
 * The whole report, a pure function of the analysis.
 *
 * @param chartsAt where the page finds the charts, relative to it: `charts` or `report/charts`
 */
export function renderReport(analysis: Analysis, scenarios: readonly Scenario[], chartsAt: string): string {
  const chosen = scenarios.filter(({ id }) => analysis.scenarios[id]);
  const image = (file: string) => `![${file.replace('.svg', '')} chart](${chartsAt}/${file})`;
  return `${[
    `# CPU-bound \`${analysis.run.workload.name}\` endpoint: which strategy, on this machine?`,
    summary(analysis),
    ...chosen.map((scenario) => `## ${scenario.question}\n\n${scenario.section(analysis, image)}`),
    troubles(analysis),
    howToRead,
    machine(analysis),
    repeat(analysis),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
