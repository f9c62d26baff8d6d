import { compareAll, measureAll, settingOf } from '../../analyse/measures.ts';
import { type Observation, observations } from '../../analyse/observations.ts';
import { percentileMetrics, percentiles } from '../../analyse/percentiles.ts';
import { type Recovery, recoveryFrom } from '../../analyse/timeline.ts';
import type { Cell, Run, ScenarioAnalysis, WindowResult } from '../../model.ts';
import { THROUGHPUT_MARGIN } from '../../stats/verdict.ts';

const [p50, , p99] = percentiles;

/** Goodput as a share of capacity, refusals and how soon they came, memory, and the time until all was well again. */
export function analyseOverload(run: Run): ScenarioAnalysis {
  const found = observations(run, 'overload');
  const goodput = {
    metric: 'goodput',
    unit: 'of the capacity',
    of: ({ open }: WindowResult, { contestant }: Cell) => {
      const capacity = run.dimensions?.contestants[contestant]?.capacity;
      return open && capacity ? open.answers / open.seconds / capacity : undefined;
    },
  };
  return {
    metrics: [
      ...measureAll(run, found, [
        goodput,
        { metric: 'shed', unit: 'of the requests', of: shedShare, zero: true },
        { metric: 'shed-p99', unit: 'ms', of: ({ open }) => open?.refusedMs?.p99 },
        { metric: 'errors', unit: 'requests', of: errors, zero: true },
        { metric: 'rss-peak', unit: 'bytes', of: ({ usage }) => usage?.serverRssBytes },
        { metric: 'recovery', unit: 'ms', of: (window) => recovery(window)?.ms, zero: true },
        {
          metric: 'unrecovered',
          unit: 'rounds',
          of: (window) => (recovery(window)?.recovered === false ? 1 : 0),
          zero: true,
        },
      ]),
      ...percentileMetrics(run, found, 'latency', ({ open }) => open?.samples, [p50, p99]),
    ],
    comparisons: compareAll(run, found, { ...goodput, margin: THROUGHPUT_MARGIN, higherIsBetter: true }),
    setting: { ...settingOf(found), ...plannedOf(run, found) },
  };
}

/** Of those that were due in the overload; what came before and after is not in the latencies. */
function shedShare({ open }: WindowResult): number | undefined {
  if (!open) return undefined;
  const due = open.perSecond * open.seconds;
  return due > 0 ? (open.refusedMs?.n ?? 0) / due : undefined;
}

const errors = ({ open }: WindowResult) => open && open.accounting.failed + open.accounting.timedOut;

/** From the end of the overload until new requests are served as usual and the old ones are done with. */
function recovery({ open }: WindowResult): Recovery | undefined {
  const fresh = open && recoveryFrom(open, open.seconds * 1000);
  return fresh && { ...fresh, ms: Math.max(fresh.ms, open.backlogMs) };
}

/** What the plan offered afterwards, and how much was allowed to wait. */
function plannedOf({ manifest }: Run, found: readonly Observation[]) {
  const cell = manifest.plan.find(({ id }) => id === found[0]?.cell.id);
  if (cell?.kind !== 'cell') return {};
  const load = cell.windows[0]?.load;
  const afterwards = load?.kind === 'open' ? load.afterwards : undefined;
  return {
    mostPending: cell.env?.MAX_PENDING ?? 'as many as it takes',
    afterwardsLoad: afterwards?.ofCapacity ?? 0,
    afterwardsSeconds: afterwards?.seconds ?? 0,
  };
}
