import type { Config } from '@cpu-bound/study/config/config';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, LOW, openAt, type Rate } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';

/** Rates from far below to near the throughput of the fastest contestant. */
const MORE_RATES: readonly Rate[] = [0.1, 0.3, 0.75, 0.9].map((load) => ({ load, of: 'fastest' }));

/**
 * Plans the same rates for all contestants, the reader's own among them. The twin is measured at the low rate, which
 * overloads no contestant.
 */
export function plan(config: Config): ScenarioPlan {
  const all = config.contestants.map(({ id }) => id);
  const { rates, highRounds } = config.profile;
  const more = { low: [], 'low and high': [HIGH], curve: [HIGH, ...MORE_RATES] }[rates];
  const given: Rate[] = config.rate === undefined ? [] : [{ load: config.rate, of: 'given' }];
  return {
    sitting: [
      openAt(config, LOW),
      ...more.map((rate) => defined({ ...openAt(config, rate), contestants: all, rounds: highRounds })),
      ...given.map((rate) => ({ ...openAt(config, rate), contestants: all })),
    ],
  };
}
