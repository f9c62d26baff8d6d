import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { openLoad, openSecondsAt } from '../../measure/plan/windows.ts';
import type { LeftOut, MixPart, Trial, Window } from '../../model.ts';

const LOAD = 0.6;
const LARGE_SHARE = 0.05;
const LEAD_IN_SECONDS = 0.4;
/** The small ones' p99 is the question, so more samples are wanted than for a median. */
const STRETCH = 1.6;

/** 95 % small and 5 % large tasks, of the workload's own sizes. */
export function mixOf({ workload: { sizes } }: Config): MixPart[] {
  const small = sizes[Math.floor((sizes.length - 1) / 4)];
  const large = sizes[Math.ceil(((sizes.length - 1) * 3) / 4)];
  if (!small || !large || small === large) return [];
  return [
    { label: 'small', query: small.query, share: 1 - LARGE_SHARE },
    { label: 'large', query: large.query, share: LARGE_SHARE },
  ];
}

/** The mix as an open loop; each arrival draws its size. */
export function planMixedSizes(config: Config): Trial[] {
  const mix = mixOf(config);
  if (mixedSizesLeftOut(config).length > 0) return [];
  const window: Window = {
    id: 'mixed',
    condition: { load: LOAD },
    seconds: Math.round(openSecondsAt(config, LOAD) * STRETCH * 100) / 100,
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(config.headline, LOAD, { mix }),
  };
  return cellsOf(config, { scenario: 'mixed-sizes', rounds: config.profile.rounds.other }, [window]);
}

/** One worker has one queue: nobody can wait in another. */
export function mixedSizesLeftOut(config: Config): LeftOut[] {
  if (config.workers < 2) return [{ reason: 'with one worker there is one queue, whatever the strategy' }];
  return mixOf(config).length === 0 ? [{ reason: 'the workload names no two sizes' }] : [];
}
