import { tmpdir } from 'node:os';
import { z } from 'zod';

export const tuning = {
  /** The folder that contains the folders of queues. A queue survives only where this folder does. */
  QUEUE_FOLDER: z.string().min(1, 'must be the path of a folder').default(tmpdir()),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
};
