import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import type { Measure } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import type { Need } from '@cpu-bound/study/decide/need';
import { byIntervals } from '@cpu-bound/study/decide/relation';
import { figuresOf } from '../figures.ts';
import { accountingMeasures, uncompared, type WithRounds } from '../measures.ts';

const measures: readonly Measure[] = [
  ...accountingMeasures,
  { metric: 'outage', read: ({ result }) => result.open && (result.open.unservedMs ?? 0) },
  {
    metric: 'shutdown',
    read: ({ result }) => result.fault && (result.fault.tookMs ?? 0) - (result.fault.startUpMs ?? 0),
  },
  { metric: 'startup', read: ({ result }) => result.fault?.startUpMs },
];

/** Returns failed requests, the time without service and the start-up of a restart under load. */
export const analyse = (input: ScenarioInput): WithRounds => uncompared(input, measures);

export const needs: readonly Need<WithRounds>[] = [
  {
    id: 'restarts',
    title: 'time without service at a restart',
    unit: 's',
    group: 'failures',
    order: 70,
    answer({ metrics }, analysis) {
      const outages = named(metrics, 'outage');
      const [condition] = conditionsIn(outages);
      if (!condition) return undefined;
      return {
        under: 'without a second instance',
        ...figuresOf(analysis, metrics, 'outage', condition, 1 / 1000),
        relate: byIntervals(outages),
      };
    },
  },
];
