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

const MOST_BYTES = 999_999_999;

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const shared = {
  HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  WORKERS: integer(0, 1024, availableParallelism()),
  WORKLOAD: z.string().min(1, 'must be primes or the path of a workload module').default('primes'),
  MAX_PENDING: integer(1, 1_000_000, 1000),
  /** Of the body of a request, where the workload takes one. */
  MAX_BODY_BYTES: integer(0, 512 * 2 ** 20, 16 * 2 ** 20),
  /** The bodies of all requests that have no result yet may keep this much of a process's memory. */
  MAX_BODIES_BYTES: integer(0, MOST_BYTES, 256 * 2 ** 20),
  /** The answers that no client has read yet may keep this much of a process's memory. */
  MAX_UNREAD_BYTES: integer(0, MOST_BYTES, 256 * 2 ** 20),
  /**
   * A client that sends its body, or reads its answer, slower than `MIN_BYTES_PER_S` for this long is cut off. Linux
   * shows progress of a reader in steps of a third of its send buffer: 1.3 MiB on a fast network, which are 20 s at
   * 64 KiB/s.
   */
  STALL_TIMEOUT_MS: integer(10, 3_600_000, 20_000),
  MIN_BYTES_PER_S: integer(1, MOST_BYTES, 1_024),
  /** A request has arrived whole by then. */
  UPLOAD_TIMEOUT_MS: integer(1, 3_600_000, 60_000),
  REQUEST_TIMEOUT_MS: integer(1, 3_600_000, 30_000),
  /**
   * A task that computes for longer is stopped, by the means of the strategy. What shared a hand-over with it is
   * handed over once more, and has twice this long until its own deadline.
   */
  TASK_TIMEOUT_MS: integer(1, 3_600_000, 10_000),
  DRAIN_TIMEOUT_MS: integer(0, 600_000, 10_000),
  /** How long a stopping service still serves while it reports that it is not ready, so that its balancer notices. */
  DRAIN_DELAY_MS: integer(0, 600_000, 0),
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
  if (parsed.success) problems.push(...contradictions(parsed.data as Config, given));
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data as ConfigWith<T>;
}

/** Values that are fine one by one. A task's time is compared only where both are given: they have to be meant so. */
function contradictions(config: Config, given: NodeJS.ProcessEnv): string[] {
  const { MAX_BODY_BYTES, MAX_BODIES_BYTES, REQUEST_TIMEOUT_MS, TASK_TIMEOUT_MS } = config;
  const found: string[] = [];
  const least = Math.ceil(1.25 * MAX_BODY_BYTES); // a part of them is for small bodies alone
  if (MAX_BODIES_BYTES < least) {
    found.push(
      `MAX_BODIES_BYTES must be at least 1.25 times MAX_BODY_BYTES, ${least}, not ${MAX_BODIES_BYTES}: no body of that size could arrive`,
    );
  }
  if (given.TASK_TIMEOUT_MS && given.REQUEST_TIMEOUT_MS && TASK_TIMEOUT_MS >= REQUEST_TIMEOUT_MS) {
    found.push(
      `TASK_TIMEOUT_MS must be less than REQUEST_TIMEOUT_MS, ${REQUEST_TIMEOUT_MS}, not ${TASK_TIMEOUT_MS}: what waits for a task that does not end would be late`,
    );
  }
  return found;
}
