import { z } from 'zod';

export const tuning = {
  /** The `node_modules` with Watt. */
  NPM_WATTPM: z.string().min(1, 'must be the path of a node_modules with wattpm and @platformatic/node'),
};
