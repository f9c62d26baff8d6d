import type { Question } from '@cpu-bound/report/question';
import { badWindows } from '@cpu-bound/study/analyse/bad-windows';
import { extent } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { PERCENTILES, percentileMetrics, percentileOf } from '@cpu-bound/study/analyse/percentiles';
import { expectedOfBlock } from '@cpu-bound/study/plan/expect';
import { LOW, openAt } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import { openSamples } from '../measures.ts';
import type { SoakAnalysis, SoakOf } from './analyse.ts';
import { soakCharts } from './charts.ts';
import { driftOf, growthOf, moreStalls, type SoakWindow } from './evidence.ts';
import { soakSection } from './section.ts';

export const soak: Question<SoakAnalysis> = {
  id: 'soak',
  question: 'What is rare, and what changes over an hour?',
  profiles: ['soak'],
  ofRequests: true,
  byNameSeconds: 840,
  /** The same processes all the time, each in turn at the low rate; the twin would take a fifth of the windows. */
  plan(config) {
    return { sitting: [{ ...openAt(config, LOW), contestants: config.contestants.map(({ id }) => id) }] };
  },
  /** Only the first sitting is read: in another one, other processes begin anew. */
  analyse(all) {
    const input = { ...all, observations: all.observations.filter(({ round }) => round === 1) };
    const metrics = percentileMetrics(input, 'latency', openSamples, ['p50', 'p90', 'p99']);
    const bad = badWindows(input, openSamples, metrics);
    const windows = windowsOf(input);
    const each = [...windows].map(([contestant, own]): SoakOf => {
      return defined({
        contestant,
        windows: own,
        bad: bad.filter((one) => one.contestant === contestant).length,
        growth: growthOf(own),
        drift: driftOf(own),
      });
    });
    const counts = each.map(({ contestant, bad: marked, windows: { length: of } }) => ({
      contestant,
      marked,
      of,
    }));
    return defined({
      metrics,
      comparisons: [],
      each,
      stalls: moreStalls(counts),
      bad,
      seconds: extent(input).seconds,
      perSecond: input.observations[0]?.result.open?.perSecond,
    });
  },
  needs: [],
  section: soakSection,
  charts: soakCharts,
};

/** By contestant, in order. A window's time is that of its block, as long as blocks should take. */
function windowsOf(input: ScenarioInput): Map<string, SoakWindow[]> {
  const { of: p50 } = percentileOf(input, 'latency-p50', PERCENTILES.p50, openSamples);
  const blocks = [...Map.groupBy(input.observations, ({ block }) => block).values()];
  const windows = blocks.flatMap((own, index) => own.map((one) => ({ one, atS: index * secondsOf(own) })));
  const found = new Map<string, SoakWindow[]>();
  for (const { one, atS } of windows) {
    const ms = p50(one);
    if (ms === undefined) continue;
    const { contestant } = one.subject;
    const rssBytes = one.result.usage?.serverRssBytes;
    found.set(contestant, [...(found.get(contestant) ?? []), defined({ atS, p50: ms, rssBytes })]);
  }
  return found;
}

function secondsOf(block: readonly Observation[]): number {
  const [first] = block;
  if (!first) return 0;
  return expectedOfBlock({
    id: first.block,
    window: first.window,
    order: block.map(({ subject }) => subject.name),
  });
}
