import type { Config } from '../../config/config.ts';
import type { MixPart, Omission } from '../../model.ts';
import type { ScenarioPlan } from '../../plan/scenario-plan.ts';
import { LOW, openLeadIn, openLoad } from '../../plan/windows.ts';

const LARGE_SHARE = 0.05;

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
export function planMixedSizes(config: Config): ScenarioPlan {
  const { headline, profile, contestants } = config;
  const mix = mixOf(config);
  if (mixedSizesLeftOut(config).length > 0) return {};
  return {
    sitting: [
      {
        window: {
          id: 'mixed',
          condition: { input: headline, setting: { ...LOW } },
          seconds: profile.openSeconds,
          leadInSeconds: openLeadIn(config, LOW.load),
          load: openLoad(headline, LOW, { mix }),
        },
        contestants: contestants.map(({ id }) => id),
      },
    ],
  };
}

/** One worker has one queue: nobody can wait in another. */
export function mixedSizesLeftOut(config: Config): Omission[] {
  if (config.workers < 2) return [{ reason: 'with one worker there is one queue, whatever the strategy' }];
  return mixOf(config).length === 0 ? [{ reason: 'the workload names no two sizes' }] : [];
}
