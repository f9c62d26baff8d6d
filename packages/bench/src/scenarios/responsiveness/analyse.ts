import { compareAll, measureAll, settingOf } from '../../analyse/measures.ts';
import { observations } from '../../analyse/observations.ts';
import {
  comparedPercentile,
  percentileMetrics,
  percentiles,
  type SamplesOf,
} from '../../analyse/percentiles.ts';
import { sharedQueueWait } from '../../analyse/theory/queueing.ts';
import type { Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { mean } from '../../stats/moments.ts';

const probeSamples: SamplesOf = ({ probe }) => probe?.samples;
const [p50, p90, p99] = percentiles;

/** The latency of `/hello`, from the intended time, beside a load on the heavy route; verdicts on its median. */
export function analyseResponsiveness(run: Run): ScenarioAnalysis {
  const found = [...observations(run, 'responsiveness'), ...observations(run, 'latency')].filter(
    ({ window }) => window.probe !== undefined,
  );
  const saturated = found.find(({ window }) => window.condition.connections !== undefined)?.window;
  return {
    metrics: [
      ...percentileMetrics(run, found, 'hello', probeSamples, [p50, p90, p99]),
      ...measureAll(run, found, [
        {
          metric: 'hello-mean',
          unit: 'ms',
          of: ({ probe }) => {
            const samples = probe && run.samples(probe.samples);
            return samples && samples.length > 0 ? mean(samples) : undefined;
          },
        },
        { metric: 'predicted-same-loop', unit: 'ms', of: behindTheWork },
      ]),
    ],
    comparisons: compareAll(run, found, comparedPercentile(run, 'hello', p50, probeSamples)),
    setting: {
      ...settingOf(found),
      connections: saturated?.condition.connections ?? 0,
      perSecond: Math.round(found[0]?.window.probe?.perSecond ?? 0),
    },
  };
}

/** The mean wait of whoever queues for the same event loops as the work: n × M/G/1, the light request itself free. */
function behindTheWork({ open }: WindowResult): number | undefined {
  if (!open || open.shares.length === 0) return undefined;
  const { shares, computeMs, perSecond, computeCv2 } = open;
  return sharedQueueWait({
    servers: 1,
    serviceMs: computeMs,
    perSecond: perSecond / shares.length,
    arrivalCv2: 1,
    serviceCv2: computeCv2,
  });
}
