import { amongMain } from '@cpu-bound/study/decide/among';
import { type Analysis, GROUPS } from '@cpu-bound/study/model';
import { h } from 'hastscript';
import type { AnyReportScenario, Chart } from '../sections/section.ts';
import { ratedBy } from './case/rated.ts';
import { document } from './document.ts';
import { methods } from './method/methods.ts';
import { methodId } from './method/question.ts';
import { groupCard } from './needs/group.ts';
import { numbersOf } from './needs/numbers.ts';
import { strategiesOf } from './strategies.ts';
import { question } from './top/answer.ts';
import { topCard } from './top/card.ts';

/** The report as one file of HTML that needs no other. The same analysis gives the same bytes. */
export function renderHtml(
  whole: Analysis,
  scenarios: readonly AnyReportScenario[],
  charts: readonly Chart[],
): string {
  const analysis = amongMain(whole);
  const { decision } = analysis;
  const strategies = strategiesOf(whole, decision.options);
  const rated = ratedBy(analysis);
  const drawn = decision.needs.map((need) => ({
    need,
    numbers: numbersOf(need.id, analysis),
    method: methodOf(need.id, scenarios),
  }));
  const groups = GROUPS.map((group) =>
    groupCard(
      group,
      drawn.filter(({ need }) => need.group === group),
      strategies,
    ),
  );
  return document(
    question(analysis).replaceAll('`', ''),
    [
      topCard(decision, analysis, strategies, rated),
      h('div.groups', groups),
      methods(whole, scenarios, charts),
    ],
    {
      strategies: strategies.map(({ id, title }) => ({ id, title })),
      baseline: analysis.run.baseline,
      workers: analysis.run.workers,
      decision,
      rated,
    },
  );
}

/** Of the question that measures a need. */
function methodOf(need: string, scenarios: readonly AnyReportScenario[]): string | undefined {
  const scenario = scenarios.find(({ needs = [] }) => needs.some(({ id }) => id === need));
  return scenario && methodId(scenario.id);
}
