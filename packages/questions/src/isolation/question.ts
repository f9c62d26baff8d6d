import type { Question } from '@cpu-bound/report/question';
import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation } from '@cpu-bound/study/analyse/observations';
import { accountingMeasures } from '../measures.ts';
import type { IsolationAnalysis } from './analyse.ts';
import { isolationCharts } from './charts.ts';
import { isolationNeeds } from './needs.ts';
import { isolationLeftOut, planIsolation } from './plan.ts';
import { isolationSection } from './section.ts';
import { NO_ANSWER } from './words.ts';

const unserved = ({ result: { open } }: Observation): number | undefined =>
  open && open.accounting.failed + open.accounting.refused + open.accounting.timedOut;
const silence = ({ result: { open } }: Observation) => open?.silenceMs;
const restarts = ({ result: { fault } }: Observation) => fault?.poison?.restarts;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'unserved', of: unserved },
  { metric: 'silence', of: silence },
  {
    metric: 'poison-status',
    of: ({ result: { fault } }) => fault?.poison && (fault.poison.status ?? NO_ANSWER),
  },
  { metric: 'poison-taken', of: ({ result: { fault } }) => fault?.poison?.taken },
  { metric: 'service-restarts', of: restarts },
];

export const isolation: Question<IsolationAnalysis> = {
  id: 'isolation',
  question: 'Does a failing task harm other requests?',
  profiles: ['standard', 'thorough'],
  plan: planIsolation,
  leftOut: isolationLeftOut,
  /** The effect of one failing task on the requests beside it, and its own outcome. */
  analyse: (input) => ({
    metrics: metricsOf(input, measures),
    comparisons: [],
    rounds: extent(input).rounds,
  }),
  needs: isolationNeeds,
  section: isolationSection,
  charts: isolationCharts,
};
