import { extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import type { Asked } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics, type SampledOf } from '../../analyse/percentiles.ts';
import { pinnedQueuesWait, runningTaskWait } from '../../analyse/theory/queueing.ts';
import { mean } from '../../stats/moments.ts';
import type { ResponsivenessAnalysis } from './analysis.ts';

const sampled: SampledOf = ({ probe }) => probe;

/** The latency of `/hello`, from the intended time, beside a load on the heavy route; all pairs on its median. */
export function analyseResponsiveness(asked: Asked): ResponsivenessAnalysis {
  const percentiles = percentileMetrics(asked, 'hello', sampled, ['p50', 'p90', 'p99']);
  return {
    metrics: [...percentiles, ...metricsOf(asked, [meanHello(asked), behindTheWork(asked)])],
    comparisons: percentileComparisons(asked, 'hello', 'p50', sampled, percentiles),
    perSecond: asked.observations[0]?.window.probe?.perSecond ?? 0,
    timeoutMs: asked.observations[0]?.window.probe?.timeoutMs ?? 0,
    rounds: extent(asked).rounds,
  };
}

const meanHello = ({ samples }: Asked): Measure => ({
  metric: 'hello-mean',
  of: ({ result: { probe } }) => {
    const all = probe && samples(probe.samples);
    return all && all.length > 0 ? mean(all) : undefined;
  },
});

/**
 * The mean wait of a light request, itself free, of those that compute on the loop that answers (they deal out no
 * requests): for the task that runs where the loop turns between tasks, and else for all that came before.
 */
const behindTheWork = ({ run }: Asked): Measure => ({
  metric: 'predicted-hello-mean',
  of: ({ result: { open }, reference, subject }) => {
    const facts = run.subjects.find(({ id }) => id === subject.contestant);
    if (!open || !reference || !facts || facts.deals === 'requests') return undefined;
    const wait = facts.yields ? runningTaskWait : pinnedQueuesWait;
    return wait({
      servers: facts.workers ? run.workers : 1,
      serviceMs: reference.cpuMs,
      perSecond: open.perSecond,
      arrivalCv2: 1,
      serviceCv2: reference.cv2,
    });
  },
});
