import { availableParallelism } from 'node:os';
import { z } from 'zod';

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be an integer from ${min} to ${max}`)
    .default(fallback);

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const schema = z.object({
  HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  WORKERS: integer(0, 1024, availableParallelism()),
  WORKLOAD: z.string().min(1, 'must be primes or the path of a workload module').default('primes'),
  MAX_PENDING: integer(1, 1_000_000, 1000),
  REQUEST_TIMEOUT_MS: integer(1, 3_600_000, 30_000),
  DRAIN_TIMEOUT_MS: integer(0, 600_000, 10_000),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })
    .default('redis://127.0.0.1:6379'),
  QUEUE_NAME: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
    .default('compute'),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
});

/** Times in milliseconds. `WORKERS: 0` makes sense only where workers are started apart from the API. */
export type Config = Readonly<z.infer<typeof schema>>;

/** The environment holds something unusable; the message has a line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment once. An empty variable counts as not set, as compose files pass them.
 *
 * @throws ConfigError listing every variable that is wrong, and what it accepts
 */
export function readConfig(env: NodeJS.ProcessEnv, { minWorkers = 1 } = {}): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} ${message}, not ${JSON.stringify(given[name])}`;
  });
  if (/^\d+$/.test(given.WORKERS ?? '') && Number(given.WORKERS) < minWorkers) {
    problems.push(`WORKERS must be at least ${minWorkers}, not ${given.WORKERS}`);
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data;
}
