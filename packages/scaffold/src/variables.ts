import type { Language } from './parts/contract.ts';

/** The measurements of the strategy with this function, in a run. */
export type Figures = {
  /** The run's id. */
  readonly run: string;
  readonly cores: number;
  readonly workers: number;
  /** CPU time of one task, in milliseconds. */
  readonly taskMs?: number | undefined;
  /** The most memory of all its processes under load, in MiB. */
  readonly memoryMiB?: number | undefined;
};

/** A task is stopped after this many times the typical one. */
export const TIMEOUT_FACTOR = 20;
export const LEAST_TIMEOUT_MS = 1_000;
/** Memory grows beyond what a run of some minutes shows. */
const RESERVE = 1.5;
const STEP_MIB = 64;

export const rounded = (mebibytes: number): number => Math.ceil(mebibytes / STEP_MIB) * STEP_MIB;

/** Computes TASK_TIMEOUT_MS for this function; undefined if no run has timed it. */
export const taskTimeoutMs = ({ taskMs }: Figures): number | undefined =>
  taskMs && Math.max(LEAST_TIMEOUT_MS, Math.ceil((taskMs * TIMEOUT_FACTOR) / 100) * 100);

/** Computes the memory of all its processes, with a reserve; undefined if no run has measured it. */
export const reservedMiB = ({ memoryMiB }: Figures): number | undefined =>
  memoryMiB && rounded(memoryMiB * RESERVE);

export type Variable = { readonly name: string; readonly fallback: string; readonly meaning: string };

/** The meanings of the variables of all strategies, which the sources do not have. */
const MEANINGS: Readonly<Record<string, string>> = {
  HOST: 'the address to listen on',
  PORT: 'the port to listen on; 0: a free one',
  WORKLOAD: 'tests only (`NODE_ENV=test`): the path of a module with other work',
  MAX_PENDING: 'requests in work or waiting at a time; more get 503',
  MAX_BODY_BYTES: 'the largest body of a request; a larger one gets 413 (with the queue, at most 1 MiB)',
  STALL_TIMEOUT_MS:
    'the longest time in which a client neither sends its request nor reads its answer; an idle connection stays for 65 s, longer than balancers keep theirs',
  UPLOAD_TIMEOUT_MS: 'the longest time in which a request arrives',
  REQUEST_TIMEOUT_MS: 'the longest wait of a request for its result; then 504',
  TASK_TIMEOUT_MS: 'the longest time of a task; a longer one is stopped',
  DRAIN_DELAY_MS: 'the time for which it serves after SIGTERM, so that a balancer notices',
  DRAIN_TIMEOUT_MS: 'the longest time for finishing accepted requests',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
  CLUSTER_SCHEDULING: 'the way of dealing connections: round-robin, none (by the system), or reuse-port',
  CLUSTER_COMPUTES: 'in-turns: tasks take turns with light requests; at-once: each is computed on arrival',
  THREADS_HEAP_MB: 'the heap of a thread, in MiB; a task that needs more fails',
  REDIS_URL: 'the address of Redis; rediss:// works, Sentinel and Redis Cluster do not',
  REDIS_PASSWORD: 'its password, if the URL has none',
  REDIS_PREFIX: 'the beginning of every key',
  QUEUE_NAME: 'the beginning of the names of the queues',
  MAX_JOBS: 'jobs of `POST /jobs` that may wait',
  JOB_KEPT_S: 'the time for which a finished job can be read, in seconds',
  WORKER_PORT: 'the port of the health and metrics of a worker that runs by itself; 0: none',
};

/** The meaning of `WORKERS`, by a source that one strategy has. */
const WORKERS: Readonly<Record<string, string>> = {
  'src/forks': 'forks',
  'src/pool': 'threads',
  'src/worker': 'worker processes; 0: none here, and `npm run worker` starts each elsewhere',
};

/** Matches an entry of the configuration in the sources. */
const ENTRY = /^ {2}([A-Z][A-Z_]+): ([\s\S]*?),\n(?= {2}\S|\})/gm;

/**
 * Lists the variables of the sources, with their defaults.
 *
 * @throws Error for a variable without a meaning here
 */
export function variablesOf(files: Readonly<Record<string, string>>, language: Language): Variable[] {
  const places = ['src/service/run/config', 'src/serve', 'src/tuning', 'src/pool', 'src/config'];
  const [workers = 'one process: it has no effect'] = Object.entries(WORKERS).flatMap(([place, meaning]) =>
    `${place}.${language}` in files ? [meaning] : [],
  );
  const meanings: Readonly<Record<string, string>> = { ...MEANINGS, WORKERS: workers };
  const variables = places.flatMap((place) =>
    [...(files[`${place}.${language}`] ?? '').matchAll(ENTRY)].map(([, name = '', schema = '']) => {
      const meaning = meanings[name];
      if (meaning === undefined) throw new Error(`${name}: variables.ts does not say what it means`);
      return { name, fallback: fallbackOf(schema), meaning };
    }),
  );
  // A strategy may replace a common variable.
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()];
}

function fallbackOf(schema: string): string {
  if (/availableCores/.test(schema)) return 'the cores';
  const [, word] = /default\('([^']*)'\)/.exec(schema) ?? /choice\('([^']*)'/.exec(schema) ?? [];
  if (word !== undefined) return word;
  const [, last = ''] = /integer\([^)]*,\s*([^,)]+)\)$/.exec(schema) ?? [];
  const [, mebibytes] = /^(\d+) \* 2 \*\* 20$/.exec(last) ?? [];
  return mebibytes === undefined ? last.replaceAll('_', '') : `${mebibytes} MiB`;
}
