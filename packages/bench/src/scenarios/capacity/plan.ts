import type { Config } from '../../measure/config/config.ts';
import { headlineClosed } from '../../measure/plan/windows.ts';
import type { Wishes } from '../../measure/plan/wishes.ts';

/** A closed loop on the headline's input, in several blocks of each round. */
export const planCapacity = (config: Config): Wishes => ({
  sitting: [headlineClosed(config, config.profile.capacityBlocks)],
});
