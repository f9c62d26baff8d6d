import { amongMain } from '@cpu-bound/study/decide/among';
import type { RankedNeed } from '@cpu-bound/study/decide/rank';
import * as format from '@cpu-bound/study/format';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { h } from 'hastscript';
import type { AnyQuestion, Chart } from '../question.ts';
import { exampleOf } from '../size/example.ts';
import { measurementsIn } from '../size/measured.ts';
import { caseCard } from './case/form.ts';
import type { PageData } from './data.ts';
import { document } from './document.ts';
import { methods } from './method/methods.ts';
import { methodId } from './method/question.ts';
import { groupCards } from './needs/group.ts';
import { numbersOf } from './needs/numbers.ts';
import { strategiesOf } from './strategies.ts';
import { outsideCard, picturesCard, title, topCard } from './top/card.ts';
import { weightsCard } from './weights/card.ts';

const rankedNeed = ({ id, uncounted, pairs, standings }: NeedResult): RankedNeed => ({
  id,
  ...(uncounted !== undefined && { uncounted }),
  pairs,
  standings,
});

/** Builds the report as one self-contained HTML file. The same analysis gives the same bytes. */
export function renderHtml(
  runAnalysis: Analysis,
  scenarios: readonly AnyQuestion[],
  charts: readonly Chart[],
  running?: string,
): string {
  const analysis = amongMain(runAnalysis);
  const { decision } = analysis;
  const strategies = strategiesOf(runAnalysis, analysis.contestants);
  const options = strategies.filter(({ id }) => decision.options.includes(id));
  const measured = measurementsIn(analysis);
  const example = exampleOf(measured, format.printed);
  const drawn = decision.needs.map((need) => ({
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
      ...caseCard(measured),
      ...weightsCard(decision, options),
      ...groupCards(drawn, strategies, analysis),
      ...outsideCard(runAnalysis),
      methods(runAnalysis, scenarios, charts),
    ],
    {
      strategies: options.map(({ id, title }) => ({ id, title })),
      singles: analysis.contestants.filter(({ workers }) => !workers).map(({ id }) => id),
      workers: analysis.run.workers,
      decision: { options: decision.options, needs: decision.needs.map(rankedNeed) },
      measured,
      ...(example && { example }),
    } satisfies PageData,
    running !== undefined,
  );
}
