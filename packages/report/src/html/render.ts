import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { h } from 'hastscript';
import type { AnyQuestion, Chart } from '../question.ts';
import { ratesMeasured } from '../size/measured.ts';
import { caseCard, exampleOf } from './case/form.ts';
import type { PageData } from './data.ts';
import { document } from './document.ts';
import { methods } from './method/methods.ts';
import { methodId } from './method/question.ts';
import { groupCards } from './needs/group.ts';
import { numbersOf } from './needs/numbers.ts';
import { strategiesOf } from './strategies.ts';
import { title } from './top/answer.ts';
import { topCard } from './top/card.ts';
import { outsideCard } from './top/outside.ts';
import { picturesCard } from './top/pictures.ts';
import { weightsCard } from './weights/card.ts';

/** Builds the report as one self-contained HTML file. The same analysis gives the same bytes. */
export function renderHtml(
  runAnalysis: Analysis,
  scenarios: readonly AnyQuestion[],
  charts: readonly Chart[],
  running?: string,
): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const strategies = strategiesOf(runAnalysis, decision.options);
  const rated = ratesMeasured(analysis).map(({ id, rates }) => ({ id, rates }));
  const drawn = decision.needs
    .filter(({ restates }) => restates === undefined)
    .map((need) => ({
      need,
      numbers: numbersOf(need),
      method: need.question === undefined ? undefined : methodId(need.question),
    }));
  return document(
    title(analysis),
    [
      ...(running === undefined ? [] : [h('p', h('strong', running))]),
      topCard(decision, analysis),
      ...picturesCard(charts),
      ...caseCard(rated),
      ...weightsCard(decision, strategies),
      ...groupCards(drawn, strategies, analysis),
      ...outsideCard(runAnalysis),
      methods(runAnalysis, scenarios, charts),
    ],
    {
      strategies: strategies.map(({ id, title }) => ({ id, title })),
      singles: analysis.contestants.filter(({ workers }) => !workers).map(({ id }) => id),
      workers: analysis.run.workers,
      decision: { options: decision.options, needs: decision.needs },
      rated,
      ...exampleOf(rated),
    } satisfies PageData,
    'page',
    running !== undefined,
  );
}
