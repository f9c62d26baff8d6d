import { z } from 'zod';
import { NAME } from './name.ts';

const name = z.string().regex(NAME, 'must be lower-case letters, digits and dashes');
const command = z.tuple([z.string().min(1)], z.string(), {
  error: 'must be an array of strings, the program first',
});
const sentences = z.record(z.string(), z.string().min(1));
const environment = z.record(z.string(), z.string());

/** Packages from npm have their exact versions, so that everybody measures the same. */
const need = z.string().regex(/^(?:redis|postgres|nginx|npm:\S+@\d\S*(?: \S+@\d\S*)*)$/, {
  error: 'must be redis, postgres, nginx, or npm: and packages with exact versions',
});

/** The `contestant` field of a package.json. */
export const schema = z.strictObject({
  id: name,
  title: z.string().min(1),
  summary: z.string().min(1),
  command,
  env: environment.optional(),
  needs: z.array(need).optional(),
  faults: z.array(z.enum(['kill-worker', 'redis-restart', 'poison'])).optional(),
  jobs: z.literal(true).optional(),
  octets: z.literal(true).optional(),
  mostOctets: z.int().positive().optional(),
  /** Manifests had this field until November 2026, and `--against` reads an older checkout. Nothing uses it. */
  workerCommand: command.optional(),
  when: z.string().min(1).optional(),
  family: name.optional(),
  peerOf: name.optional(),
  scaffolded: z.literal(true).optional(),
  cannot: sentences.optional(),
  runtimes: z
    .record(name, z.strictObject({ cannotRun: z.string().min(1).optional(), cannot: sentences.optional() }))
    .optional(),
  workers: z.literal(false).optional(),
  deals: z.enum(['requests', 'connections']).optional(),
  order: z.number().optional(),
  retakenMetric: z.string().min(1).optional(),
  variants: z
    .record(
      name,
      z.strictObject({
        title: z.string().min(1),
        command: command.optional(),
        env: environment.optional(),
        scenarios: z.array(z.string().min(1)).optional(),
        peer: z.boolean().optional(),
      }),
    )
    .optional(),
});
