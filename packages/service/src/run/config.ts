import { z } from 'zod';
import { availableCores } from './container.ts';

/** Defines an environment variable that is an integer. */
export const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be an integer from ${min} to ${max}`)
    .default(fallback);

/** Defines an environment variable that is one of a few words, by default the first. */
export const choice = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` }).default(words[0]);

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const variables = {
  HOST: z.string().min(1, 'must be an address to listen on').default('127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  WORKERS: integer(1, 1024, availableCores()),
  /** The name of a workload, or the path of its module; default: the service's own. */
  WORKLOAD: z.string().optional(),
  MAX_PENDING: integer(1, 1_000_000, 1000),
  /** The largest body of a request, in octets. */
  MAX_BODY_BYTES: integer(0, 512 * 2 ** 20, 16 * 2 ** 20),
  /** A client that neither sends its request nor reads its answer for this time is cut. */
  STALL_TIMEOUT_MS: integer(10, 3_600_000, 20_000),
  /** The longest time in which a request with its body arrives. */
  UPLOAD_TIMEOUT_MS: integer(1, 3_600_000, 60_000),
  REQUEST_TIMEOUT_MS: integer(1, 3_600_000, 30_000),
  /** A task that computes for longer is stopped, by the means of the strategy. */
  TASK_TIMEOUT_MS: integer(1, 3_600_000, 10_000),
  /**
   * A stopping service serves for this time, reports that it is not ready, and closes each connection with its next
   * answer. So its balancer notices, and no request is on its way on a closed connection.
   */
  DRAIN_DELAY_MS: integer(0, 600_000, 500),
  DRAIN_TIMEOUT_MS: integer(0, 600_000, 10_000),
  LOG_LEVEL: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
};

/** Matches variables whose values may have a password, which messages must not quote. */
const SECRET = /URL|PASSWORD/;

/** The configuration of all strategies; times in milliseconds. */
export type Config = Readonly<z.infer<z.ZodObject<typeof variables>>>;

/** The variables of one strategy, by name. */
export type Tuning = z.ZodRawShape;
export type ConfigWith<T extends Tuning> = Config & { readonly [K in keyof T]: z.output<T[K]> };

/** The environment has unusable values; the message has a line for each variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment. An empty variable counts as not set, because Compose files pass them.
 *
 * @param tuning the variables of a strategy, which may replace common ones
 * @throws ConfigError with every wrong variable, and its accepted values
 */
export function readConfig<T extends Tuning = Record<never, never>>(
  env: NodeJS.ProcessEnv,
  tuning = {} as T,
): ConfigWith<T> {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.object({ ...variables, ...tuning }).safeParse(values);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return SECRET.test(name)
      ? `${name} ${message}`
      : `${name} ${message}, not ${JSON.stringify(values[name])}`;
  });
  if (!parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data as ConfigWith<T>;
}
