import type { Config } from '../../config/config.ts';
import type { ScenarioPlan } from '../../plan/scenario-plan.ts';
import { HIGH, LOW, openAt, type Rate } from '../../plan/windows.ts';

/** From far below to near the throughput of the fastest one. */
const CURVE: readonly Rate[] = [0.1, 0.3, 0.75, 0.9].map((load) => ({ load, of: 'fastest' }));

/** Everybody at the same requests per second. The twin is measured at the low rate, which everybody can take. */
export function planLatency(config: Config): ScenarioPlan {
  const everybody = config.contestants.map(({ id }) => id);
  const more = { low: [], 'low and high': [HIGH], curve: [HIGH, ...CURVE] }[config.profile.rates];
  return {
    sitting: [
      openAt(config, LOW),
      ...more.map((rate) => ({ ...openAt(config, rate), contestants: everybody })),
    ],
  };
}
