import { hash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { defined } from '@cpu-bound/workload/defined';
import getPort from 'get-port';
import type { LocalContestant } from '../contestants/manifest.ts';
import { type CpuQuota, onCores, withQuota } from './cpu-limits.ts';
import { knownEnvironment, namedVariables } from './known-environment.ts';
import { MARKER } from './marker.ts';
import type { Provision } from './sources.ts';

/** Makes the prefix of all queues of a run, which no other queue has. By it, the run removes their keys. */
export const queuesOfRun = (): string => `bench-${hash('sha256', process.env[MARKER] ?? '').slice(0, 12)}-`;

/** The port and the queue by which clients and jobs find a service; a restarted service keeps them. */
export type Place = { readonly port: number; readonly queueName: string };

/** Finds a free port, and a queue name that no other service uses. */
export const freePlace = async (): Promise<Place> => ({
  port: await getPort({ host: '127.0.0.1' }),
  queueName: `${queuesOfRun()}${randomUUID()}`,
});

export type StartOptions = {
  readonly workload: string;
  /** The number of workers; absent if the service chooses it. */
  readonly workers?: number;
  /** The number of cores that the service may use, or a fraction of one core. */
  readonly cpus?: number;
  readonly redisUrl?: string;
  readonly provisions?: readonly Pick<Provision, 'env' | 'pid'>[];
  /** Variables that the manifest's own may override. */
  readonly env?: Readonly<Record<string, string>>;
  /** The place of a service that is started again (default: a free one). */
  readonly place?: Place;
  /** Its tasks fail on purpose, so the end of its process is no failure, and leaves no core file. */
  readonly poisoned?: true;
  /** The characters of a line of its log that are kept; absent: enough for a reason. */
  readonly lineLength?: number;
  /** Waits, after it is ready, for the answer with which its start-up ends, or until the signal. */
  readonly untilAnswered?: ((origin: string, signal: AbortSignal) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
};

/** Names the file that gets a line whenever a task with a trace or a poison begins. */
export const poisonLogOf = ({ queueName }: Place) => join(tmpdir(), `${queueName}.taken`);

/** Makes the command of a contestant, limited to its CPUs, and without core files if it is made to crash. */
export function commandOf(
  { command }: LocalContestant,
  { poisoned, cpus }: StartOptions,
  quota: CpuQuota | undefined,
): LocalContestant['command'] {
  const harmless = poisoned ? withoutCoreFile(command) : command;
  if (cpus === undefined) return harmless;
  return quota ? withQuota(quota, harmless) : onCores(cpus, harmless);
}

/** Prevents a core file: by default, some systems write the memory of a crashed process into its folder. */
const withoutCoreFile = (command: LocalContestant['command']): LocalContestant['command'] =>
  process.platform === 'win32' ? command : ['sh', '-c', 'ulimit -c 0; exec "$0" "$@"', ...command];

/** This Node.js comes first on the PATH: all contestants run the version that the lockfile pins. */
export function environmentOf(contestant: LocalContestant, options: StartOptions, place: Place) {
  const { port, queueName } = place;
  const { workload, workers, redisUrl, provisions = [], env, poisoned } = options;
  const { PATH = '', ...known } = knownEnvironment();
  return {
    ...known,
    PATH: [dirname(process.execPath), PATH].join(delimiter),
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
    // Services run side by side, and the owner of the Redis may have queues of the same name.
    ...defined({ QUEUE_NAME: contestant.needs && queueName }),
  };
}
