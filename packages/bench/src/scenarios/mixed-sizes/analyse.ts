import { compareAll, measureAll, settingOf, subjectsOf } from '../../analyse/measures.ts';
import { type Observation, observations } from '../../analyse/observations.ts';
import { comparedPercentile, percentileMetrics, percentiles } from '../../analyse/percentiles.ts';
import { pinnedQueuesWait, type Station, sharedQueueWait } from '../../analyse/theory/queueing.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import type { Comparison, Metric, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { mean } from '../../stats/moments.ts';

const [p50, p90, p99] = percentiles;

/** Latency of the small and the large tasks of the mix, each apart, and the wait that theory predicts for all of them. */
export function analyseMixedSizes(run: Run): ScenarioAnalysis {
  const found = observations(run, 'mixed-sizes');
  const parts = partsOf(run);
  const named = (label: string) => (one: Metric | Comparison) => ({
    ...one,
    condition: { ...one.condition, ...parts.get(label), part: label },
  });
  return {
    metrics: [
      ...([...parts.keys()].flatMap((label) => [
        ...percentileMetrics(run, found, 'latency', samplesOf(label), [p50, p90, p99]).map(named(label)),
        ...measureAll(run, found, [{ metric: 'latency-mean', unit: 'ms', of: meanOf(run, label) }]).map(
          named(label),
        ),
      ]) as Metric[]),
      ...measureAll(run, found, [
        { metric: 'predicted-shared-wait', unit: 'ms', of: predicted(sharedQueueWait) },
        { metric: 'predicted-pinned-wait', unit: 'ms', of: predicted(pinnedQueuesWait) },
        { metric: 'wait-small', unit: 'ms', of: waitOfSmall(run) },
      ]),
    ],
    comparisons: compareAll(run, found, comparedPercentile(run, 'latency', p90, samplesOf('small'))).map(
      named('small'),
    ) as Comparison[],
    setting: { ...settingOf(found), perSecond: rateOf(found), subjects: subjectsOf(run).length },
  };
}

const samplesOf =
  (label: string) =>
  ({ open }: WindowResult) =>
    open?.parts?.[label];

/** The inputs of the parts, as the plan has them. */
function partsOf({ manifest }: Run): ReadonlyMap<string, ReturnType<typeof conditionOf>> {
  for (const trial of manifest.plan) {
    if (trial.kind === 'kernel') continue;
    for (const { load } of trial.windows) {
      if (load?.kind !== 'open' || !load.mix) continue;
      return new Map(load.mix.map(({ label, query }) => [label, conditionOf(query)]));
    }
  }
  return new Map();
}

const rateOf = (found: readonly Observation[]) =>
  found.length > 0 ? Math.round(mean(found.map(({ window }) => window.open?.perSecond ?? 0))) : 0;

const meanOf = (run: Run, label: string) => (window: WindowResult) => {
  const file = samplesOf(label)(window);
  const samples = file === undefined ? undefined : run.samples(file);
  return samples && samples.length > 0 ? mean(samples) : undefined;
};

/** A small task's latency is next to all wait: what it waited is that, less the kernel's own time for it. */
const waitOfSmall = (run: Run) => (window: WindowResult) => {
  const whole = meanOf(run, 'small')(window);
  const query = [...partsOf(run)].find(([label]) => label === 'small')?.[1];
  const key = query && new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString();
  const own = key === undefined ? undefined : run.dimensions?.kernelMs?.[key];
  return whole === undefined || own === undefined ? undefined : Math.max(0, whole - own);
};

const predicted =
  (wait: (station: Station) => number | undefined) =>
  ({ open }: WindowResult) =>
    open &&
    wait({
      servers: open.shares.length,
      serviceMs: open.computeMs,
      perSecond: open.perSecond,
      arrivalCv2: 1,
      serviceCv2: open.computeCv2,
    });
