import type { AnyQuestion, Question } from '@cpu-bound/report/question';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { measure, needOf } from './analyse.ts';
import { chartsOf } from './page/charts.ts';
import { sectionOf } from './page/section.ts';
import { leftOutOf, planOf } from './plan.ts';
import type { QuestionSpec } from './question.ts';
import { capacity } from './questions/capacity.ts';
import { connections } from './questions/connections.ts';
import { cost } from './questions/cost.ts';
import { cpus } from './questions/cpus.ts';
import { faults } from './questions/faults.ts';
import { frames } from './questions/frames.ts';
import { isolation } from './questions/isolation.ts';
import { jobs } from './questions/jobs.ts';
import { latency } from './questions/latency.ts';
import { mixedSizes } from './questions/mixed-sizes.ts';
import { overload } from './questions/overload.ts';
import { payload } from './questions/payload.ts';
import { responsiveness } from './questions/responsiveness.ts';
import { restart } from './questions/restart.ts';
import { soak } from './questions/soak.ts';
import { taskSize } from './questions/task-size.ts';
import { within } from './questions/within.ts';
import { workers } from './questions/workers.ts';

/** The questions, in the order of the report. If time is short, the later ones are left out first. */
export const questions: readonly AnyQuestion[] = [
  asQuestion(capacity),
  asQuestion(latency),
  asQuestion(within),
  asQuestion(responsiveness),
  asQuestion(cost),
  asQuestion(isolation),
  asQuestion(faults),
  asQuestion(overload),
  asQuestion(taskSize),
  asQuestion(mixedSizes),
  asQuestion(workers),
  asQuestion(connections),
  asQuestion(restart),
  asQuestion(jobs),
  asQuestion(cpus),
  asQuestion(payload),
  asQuestion(soak),
  asQuestion(frames),
];

/** Makes the question that the stages call from its data. */
export function asQuestion<A extends ScenarioAnalysis>(spec: QuestionSpec<A>): Question<A> {
  const { needs, ...data } = spec;
  return {
    ...data,
    needs: needs?.map((need) => ('of' in need ? needOf(need) : need)),
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
