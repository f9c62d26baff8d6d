import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { MixPart, Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { LOW, openLeadIn, openLoad } from '@cpu-bound/study/plan/windows';
import { analyse, type MixedSizesAnalysis, needs } from './analyse.ts';
import { charts, section } from './section.ts';

const LARGE_SHARE = 0.05;

/**
 * Mixes 95 % small and 5 % large tasks. They are the workload's sizes at its quartiles, because the smallest and the
 * largest size may be extremes that nobody sends.
 */
function mixOf({ workload }: Config): MixPart[] {
  const small = workload.sizes[Math.floor((workload.sizes.length - 1) / 4)];
  const large = workload.sizes[Math.ceil(((workload.sizes.length - 1) * 3) / 4)];
  if (!small || !large || small === large) return [];
  return [
    { label: 'small', query: small.query, share: 1 - LARGE_SHARE },
    { label: 'large', query: large.query, share: LARGE_SHARE },
  ];
}

/** Says why the question is not asked: one worker has one queue, or the workload has one size. */
export function leftOut(config: Config): Omission[] {
  if (config.workers < 2) return [{ reason: 'with one worker there is one queue, whatever the strategy' }];
  return mixOf(config).length === 0 ? [{ reason: 'the workload does not name two sizes' }] : [];
}

/** Plans the mix as an open loop; each arrival draws its size. */
export function plan(config: Config): ScenarioPlan {
  const { headline, profile, contestants } = config;
  const mix = mixOf(config);
  if (leftOut(config).length > 0) return {};
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

export const mixedSizes: Question<MixedSizesAnalysis> = {
  id: 'mixed-sizes',
  question: 'Do small tasks wait behind large ones?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
