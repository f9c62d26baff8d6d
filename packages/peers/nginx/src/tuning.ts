import { z } from 'zod';

export const tuning = {
  /** The path of nginx. */
  NGINX_PROGRAM: z.string().default('nginx'),
  /** The ports of the single processes, which main.ts passes to front.ts. */
  SINGLE_PORTS: z.string().default(''),
};
