import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** An environment variable that is an integer. */
export const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be an integer from ${min} to ${max}`)
    .default(fallback);

/** An environment variable that is one of a few words, the first of them unless it is set. */
export const choice = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` }).default(words[0] as never);

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const shared = {
  HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  WORKERS: integer(0, 1024, availableParallelism()),
  /** Another than the service's own, by its name or the path of its module. */
  WORKLOAD: z.string().optional(),
  MAX_PENDING: integer(1, 1_000_000, 1000),
  /** The octets of a request's body, where the workload takes one. */
  MAX_BODY_BYTES: integer(0, 512 * 2 ** 20, 16 * 2 ** 20),
  /** A client is cut that neither sends its request nor reads its answer for this long. */
  STALL_TIMEOUT_MS: integer(10, 3_600_000, 20_000),
  /** A request has arrived whole by then, its body included. */
  UPLOAD_TIMEOUT_MS: integer(1, 3_600_000, 60_000),
  REQUEST_TIMEOUT_MS: integer(1, 3_600_000, 30_000),
  /** A task that computes for longer is stopped, by the means of the strategy. */
  TASK_TIMEOUT_MS: integer(1, 3_600_000, 10_000),
  /**
   * A stopping service still serves for this long, reports that it is not ready, and ends each connection with its next
   * answer: its balancer notices, and no request is on its way on a connection that is closed.
   */
  DRAIN_DELAY_MS: integer(0, 600_000, 500),
  DRAIN_TIMEOUT_MS: integer(0, 600_000, 10_000),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
};

/** Variables whose values may hold a password: a message that quotes them would end up in a log. */
const SECRET = /URL|PASSWORD/;

/** Times in milliseconds. `WORKERS: 0` makes sense only where workers are started apart from the API. */
export type Config = Readonly<z.infer<z.ZodObject<typeof shared>>>;

/** The variables that only one strategy has, by name. */
export type Tuning = z.ZodRawShape;
export type ConfigWith<T extends Tuning> = Config & { readonly [K in keyof T]: z.output<T[K]> };

/** The environment holds something unusable; the message has a line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment once. An empty variable counts as not set, as compose files pass them.
 *
 * @throws ConfigError listing every variable that is wrong, and what it accepts
 */
export function readConfig<T extends Tuning = Record<never, never>>(
  env: NodeJS.ProcessEnv,
  { minWorkers = 1, tuning = {} as T }: { minWorkers?: number; tuning?: T } = {},
): ConfigWith<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.object({ ...shared, ...tuning }).safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return SECRET.test(name)
      ? `${name} ${message}`
      : `${name} ${message}, not ${JSON.stringify(given[name])}`;
  });
  if (/^\d+$/.test(given.WORKERS ?? '') && Number(given.WORKERS) < minWorkers) {
    problems.push(`WORKERS must be at least ${minWorkers}, not ${given.WORKERS}`);
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data as ConfigWith<T>;
}
