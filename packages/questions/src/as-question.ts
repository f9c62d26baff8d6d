import type { Question } from '@cpu-bound/report/question';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { measure } from './measure.ts';
import { needOf } from './needs.ts';
import { chartsOf } from './page/charts.ts';
import { sectionOf } from './page/section.ts';
import { leftOutOf, planOf } from './plan.ts';
import type { QuestionSpec } from './question.ts';

/** Makes the question that the stages call from its data. */
export function asQuestion<A extends ScenarioAnalysis>(spec: QuestionSpec<A>): Question<A> {
  const { needs, ...data } = spec;
  return {
    ...data,
    ...(needs && { needs: needs.map((need) => ('of' in need ? needOf(need) : need)) }),
    plan: (config) => planOf(spec, config),
    leftOut: (config) => leftOutOf(spec, config),
    analyse(input) {
      const found = measure(spec, input);
      return { ...found, ...spec.more?.(spec.only?.(input) ?? input, found.metrics) } as A;
    },
    section: (found, page) => sectionOf(spec, found, page),
    charts: (found, analysis) => chartsOf(spec, found, analysis),
  };
}
