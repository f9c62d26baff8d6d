import type { Config } from '../../measure/config/config.ts';
import { openLeadIn, openLoad, sharedLoads } from '../../measure/plan/windows.ts';
import type { Wish, Wishes } from '../../measure/plan/wishes.ts';

/** The open loop at loads that are the same for all, to compare, and at shares of each one's own, for its curve. */
export function planLatency(config: Config): Wishes {
  const { headline, profile, contestants, promisedSeconds } = config;
  // Asked for by name there is time for the comparison of the contestants alone, without curves and the twin.
  const isBrief = promisedSeconds !== undefined && promisedSeconds < profile.promisedSeconds;
  const everybody = contestants.map(({ id }) => id);
  const shared = sharedLoads(config).map((wish) => (isBrief ? { ...wish, contestants: everybody } : wish));
  const own = (isBrief ? [] : profile.ownLoads).map(
    (load): Wish => ({
      window: {
        id: `open-own-${load}`,
        condition: { input: headline, setting: { load, of: 'own' } },
        seconds: profile.ownSeconds,
        leadInSeconds: openLeadIn(config, load),
        load: openLoad(headline, load, { of: 'own' }),
      },
      contestants: everybody,
    }),
  );
  return { sitting: [...shared, ...own] };
}
