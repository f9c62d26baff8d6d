import { z } from 'zod';

export const tuning = {
  /** The program. */
  NGINX_PROGRAM: z.string().default('nginx'),
  /** Where the single processes listen, as main.ts tells front.ts. */
  SINGLE_PORTS: z.string().default(''),
};
