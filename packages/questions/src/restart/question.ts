import type { Question } from '@cpu-bound/report/question';
import { extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import { openLoad, type Rate } from '@cpu-bound/study/plan/windows';
import { accountingMeasures } from '../measures.ts';
import type { RestartAnalysis } from './analyse.ts';
import { restartCharts } from './charts.ts';
import { restartNeeds } from './needs.ts';
import { restartSection } from './section.ts';

const RATE: Rate = { load: 0.3, of: 'core' };
const AT_SECONDS = 0.6;
const SECONDS = 3;
const LEAD_IN_SECONDS = 0.4;

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'outage', of: ({ result: { open } }) => open && (open.unservedMs ?? 0) },
  {
    metric: 'shutdown',
    of: ({ result: { fault } }) => fault && (fault.tookMs ?? 0) - (fault.startUpMs ?? 0),
  },
  { metric: 'startup', of: ({ result: { fault } }) => fault?.startUpMs },
];

export const restart: Question<RestartAnalysis> = {
  id: 'restart',
  question: 'What does a restart cost the clients?',
  profiles: ['thorough'],
  once: ['standard'],
  /** SIGTERM and a fresh start on the same port while requests keep coming: a deployment without a second instance. */
  plan({ headline, contestants }) {
    return {
      starts: contestants.map(({ id }) => ({
        name: id,
        contestant: id,
        windows: [
          {
            id: 'restart',
            condition: { input: headline, setting: RATE },
            seconds: SECONDS,
            leadInSeconds: LEAD_IN_SECONDS,
            load: openLoad(headline, RATE),
            fault: { kind: 'restart', atSeconds: AT_SECONDS },
          },
        ],
      })),
    };
  },
  /** Failed requests, the time without service and the start-up of a restart under load. */
  analyse: (input) => ({
    metrics: metricsOf(input, measures),
    comparisons: [],
    rounds: extent(input).rounds,
  }),
  needs: restartNeeds,
  section: restartSection,
  charts: restartCharts,
};
