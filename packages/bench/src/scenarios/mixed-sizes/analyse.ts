import { extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import type { Asked, Observation } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics, type SampledOf } from '../../analyse/percentiles.ts';
import { modelOf, predictedWait } from '../../analyse/theory/stations.ts';
import type { MixPart, OpenLoad } from '../../model.ts';
import { mean } from '../../stats/moments.ts';
import type { MixedSizesAnalysis } from './analysis.ts';

/** Latency of the small and the large tasks of the mix, each apart, and the wait that theory predicts for all. */
export function analyseMixedSizes(asked: Asked): MixedSizesAnalysis {
  const parts = mixIn(asked.observations).map((part) => analysePart(asked, part));
  const rates = asked.observations.flatMap(({ result: { open } }) => (open ? [open.perSecond] : []));
  return {
    metrics: [
      ...parts.flatMap(({ metrics }) => metrics),
      ...metricsOf(asked, [smallWait(asked), predicted(asked)]),
    ],
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    perSecond: rates.length > 0 ? Math.round(mean(rates)) : 0,
    models: Object.fromEntries(asked.run.subjects.map((subject) => [subject.id, modelOf(subject)])),
    ...extent(asked),
  };
}

function analysePart(asked: Asked, { label, query }: MixPart) {
  const sampled: SampledOf = ({ open }) => open?.parts?.[label];
  // The same windows under the part's own condition.
  const observations = asked.observations.map((observation): Observation => {
    const { window } = observation;
    const condition = { input: query, setting: { ...window.condition.setting, part: label } };
    return { ...observation, window: { ...window, condition } };
  });
  const own = { ...asked, observations };
  const metrics = percentileMetrics(own, 'latency', sampled, ['p50', 'p90', 'p99']);
  return { metrics, comparisons: percentileComparisons(own, 'latency', 'p90', sampled, metrics) };
}

/** The parts of the mix, as the plan has them. */
function mixIn(observations: readonly Observation[]): readonly MixPart[] {
  const load = observations.map(({ window }) => window.load).find((one) => one?.kind === 'open');
  return (load as OpenLoad | undefined)?.mix ?? [];
}

/** A small task's latency is next to all wait: what it waited is that, less the kernel's own time for it. */
const smallWait = ({ samples, kernelMs }: Asked): Measure => ({
  metric: 'small-wait',
  of: ({ result: { open }, window }) => {
    const file = open?.parts?.small?.samples;
    const all = file === undefined ? undefined : samples(file);
    const query = mixIn([{ window } as Observation]).find(({ label }) => label === 'small')?.query;
    const own = query && kernelMs(query);
    return !all || all.length === 0 || own === undefined ? undefined : Math.max(0, mean(all) - own);
  },
});

/** With the kernel's own times for the parts as service times. */
const predicted = ({ run, kernelMs }: Asked): Measure => ({
  metric: 'predicted-wait',
  of: ({ result: { open }, window, subject }) => {
    const facts = run.subjects.find(({ id }) => id === subject.contestant);
    const parts = window.load?.kind === 'open' ? window.load.mix : undefined;
    if (!open || !facts || !parts) return undefined;
    const total = parts.reduce((sum, { share }) => sum + share, 0);
    const moment = (power: number) =>
      parts.reduce(
        (sum, { share, query }) => sum + (share / total) * (kernelMs(query) ?? Number.NaN) ** power,
        0,
      );
    const serviceMs = moment(1);
    const serviceCv2 = moment(2) / serviceMs ** 2 - 1;
    return predictedWait(facts, run.workers, { serviceMs, serviceCv2, perSecond: open.perSecond });
  },
});
