import type { ScenarioAnalysis, Seconds } from '../../model.ts';
import type { Scenario } from '../scenario.ts';
import { analyseOverload } from './analyse.ts';
import { overloadCharts } from './chart.ts';
import { planOverload } from './plan.ts';
import { overloadHighlight, overloadSection } from './section.ts';

export type OverloadAnalysis = ScenarioAnalysis & {
  readonly seconds: Seconds;
  readonly rounds: number;
  /** The share of the capacity that is offered afterwards, and for how long. */
  readonly afterwards: { readonly load: number; readonly seconds: Seconds };
  /** Requests that a service may have waiting. */
  readonly mostPending: number;
};

export const overload: Scenario<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens when more is asked than it can answer?',
  profiles: ['thorough'],
  plan: planOverload,
  analyse: analyseOverload,
  section: overloadSection,
  charts: overloadCharts,
  highlight: overloadHighlight,
};
