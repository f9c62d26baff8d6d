import type { Question } from '@cpu-bound/report/question';
import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation } from '@cpu-bound/study/analyse/observations';
import { type Recovery, recoveryFrom } from '@cpu-bound/study/analyse/timeline';
import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/relation';
import { openLoad } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { peakMemory, recoveryMeasures } from '../measures.ts';
import type { OverloadAnalysis } from './analyse.ts';
import { overloadCharts } from './charts.ts';
import { overloadNeeds } from './needs.ts';
import { overloadSection } from './section.ts';

const SECONDS = 1;
const LEAD_IN_SECONDS = 0.2;
/** The load after the overload, and how long it lasts: the backlog has to drain meanwhile. */
export const AFTERWARDS = { load: 0.3, seconds: 2.4 } as const;

/** Where there is no time for more: rounds that all lie apart tell two contestants apart. */
const FEWEST_ROUNDS = ROUNDS_TO_LIE_APART;

/** Requests that a service may have waiting: few enough that a refusal is due, more than its workers. */
export const mostPending = (workers: number): number => Math.max(64, 4 * workers);

/** Right answers per second during the overload. */
const goodput: Measure = {
  metric: 'goodput',
  of: ({ result: { open } }) => open && open.answers / open.seconds,
};

/** How long an answer took: a refusal is the right answer to an overload, and no wait. */
const wait: Measure = { metric: 'wait-p50', of: ({ result: { open } }) => open?.answeredMs?.p50 };

const measures: readonly Measure[] = [
  goodput,
  wait,
  { metric: 'shed', of: shedShare },
  { metric: 'shed-p99', of: ({ result: { open } }) => open?.refusedMs?.p99 },
  {
    metric: 'errors',
    of: ({ result: { open } }) => open && open.accounting.failed + open.accounting.timedOut,
  },
  peakMemory,
  ...recoveryMeasures(recovery),
];

/**
 * The share that was refused of the requests due in the overload; requests before and after are not in the latencies.
 */
function shedShare({ result: { open } }: Observation): number | undefined {
  if (!open) return undefined;
  const due = open.perSecond * open.seconds;
  return due > 0 ? (open.refusedMs?.n ?? 0) / due : undefined;
}

/** From the end of the overload until new requests are served as usual and the old ones are done with. */
function recovery({ result: { open } }: Observation): Recovery | undefined {
  const fresh = open && recoveryFrom(open, open.seconds * 1000);
  return fresh && { ...fresh, ms: Math.max(fresh.ms, open.backlogMs) };
}

export const overload: Question<OverloadAnalysis> = {
  id: 'overload',
  question: 'What happens under overload?',
  profiles: ['thorough'],
  once: ['standard'],
  /** More than the contestant can answer, then less: what gets through, what is refused, and how long it lasts. */
  plan({ headline, contestants, workers, profile }) {
    return {
      starts: contestants.map(({ id }) =>
        defined({
          name: id,
          contestant: id,
          rounds: profile.inFull ? undefined : FEWEST_ROUNDS,
          changes: { env: { MAX_PENDING: String(mostPending(workers)) } },
          windows: profile.overloads.map((load) => ({
            id: `overload-${load}`,
            condition: { input: headline, setting: { load, of: 'own' as const } },
            seconds: SECONDS,
            leadInSeconds: LEAD_IN_SECONDS,
            load: openLoad(
              headline,
              { load, of: 'own' },
              {
                afterwards: { ofCapacity: AFTERWARDS.load, seconds: AFTERWARDS.seconds },
              },
            ),
          })),
        }),
      ),
    };
  },
  /** Answers per second, refusals and how soon they came, memory, and the time until all was well again. */
  analyse(input) {
    return {
      metrics: metricsOf(input, measures),
      comparisons: [...comparisonsOf(input, goodput), ...comparisonsOf(input, wait)],
      afterwards: AFTERWARDS,
      mostPending: mostPending(input.run.workers),
      ...extent(input),
    };
  },
  needs: overloadNeeds,
  section: overloadSection,
  charts: overloadCharts,
};
