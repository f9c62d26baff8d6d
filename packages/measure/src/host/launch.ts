import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { defined } from '@cpu-bound/workload/defined';
import getPort from 'get-port';
import type { LocalContestant } from '../contestants/manifest.ts';
import { type CpuQuota, onCores, withQuota } from './cpu-limits.ts';
import { knownEnvironment, namedVariables } from './known-environment.ts';
import { queuesOfRun } from './queues-of-run.ts';
import type { Provision } from './sources.ts';

/** The port and the queue by which clients and jobs find a service; a service that is started again keeps them. */
export type Place = { readonly port: number; readonly queueName: string };

/** A free port, and a queue name that no other service uses. */
export const freePlace = async (): Promise<Place> => ({
  port: await getPort({ host: '127.0.0.1' }),
  queueName: `${queuesOfRun()}${randomUUID()}`,
});

export type StartOptions = {
  readonly workload: string;
  /** Absent where the service chooses the number by itself. */
  readonly workers?: number;
  /** The number of cores that it may use, or a fraction of one core. */
  readonly cpus?: number;
  readonly redisUrl?: string;
  readonly provisions?: readonly Pick<Provision, 'env' | 'pid'>[];
  /** Variables that the manifest's own may override. */
  readonly env?: Readonly<Record<string, string>>;
  /** The place of a service that is started again; absent: a free one. */
  readonly place?: Place;
  /** Its tasks fail on purpose: the end of its process is no failure, and leaves no core file. */
  readonly poisoned?: true;
  readonly signal: AbortSignal;
};

/** The file that gets a line whenever a task begins that has a trace or is poisoned. */
export const poisonLogOf = ({ queueName }: Place) => join(tmpdir(), `${queueName}.taken`);

/**
 * The command of a contestant, limited to the CPUs that it may use, and without core files where it is made to crash.
 */
export function commandOf(
  { command }: LocalContestant,
  { poisoned, cpus }: StartOptions,
  quota: CpuQuota | undefined,
): LocalContestant['command'] {
  const harmless = poisoned ? withoutCoreFile(command) : command;
  if (cpus === undefined) return harmless;
  return quota ? withQuota(quota, harmless) : onCores(cpus, harmless);
}

/** A process that is made to crash would write its memory into its folder, where the system is set up so. */
const withoutCoreFile = (command: LocalContestant['command']): LocalContestant['command'] =>
  process.platform === 'win32' ? command : ['sh', '-c', 'ulimit -c 0; exec "$0" "$@"', ...command];

/**
 * Replaces `node` of a manifest by this very runtime, so that all contestants run the version that the lockfile pins.
 */
export function environmentOf(contestant: LocalContestant, options: StartOptions, place: Place) {
  const { port, queueName } = place;
  const { workload, workers, redisUrl, provisions = [], env, poisoned } = options;
  const { PATH = '', ...known } = knownEnvironment();
  return {
    ...known,
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...defined({ WORKERS: workers?.toString() }),
    ...contestant.env,
    ...namedVariables(),
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
    WORKLOAD: workload,
    ...defined({ POISON_LOG: poisoned && poisonLogOf(place), REDIS_URL: redisUrl }),
    ...Object.assign({}, ...provisions.map((provision) => provision.env)),
    // Services run side by side, and the owner of the Redis may have queues, too.
    ...defined({ QUEUE_NAME: contestant.needs && queueName }),
  };
}
