import { z } from 'zod';

export const tuning = {
  /** The `node_modules` that Watt is in. */
  NPM_WATTPM: z.string().min(1, 'must be the node_modules that wattpm and @platformatic/node are in'),
};
