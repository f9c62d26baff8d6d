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

/** Where its clients and its jobs find a service; one that is started again takes the same place. */
export type Place = { readonly port: number; readonly queueName: string };

/** A free port, and a queue name that no other service uses. */
export const freePlace = async (): Promise<Place> => ({
  port: await getPort({ host: '127.0.0.1' }),
  queueName: `${queuesOfRun()}${randomUUID()}`,
});

export type StartOptions = {
  readonly workload: string;
  /** Absent where it is to choose them by itself. */
  readonly workers?: number;
  /** The number of cores that it may use, or a share of one core. */
  readonly cpus?: number;
  readonly redisUrl?: string;
  readonly provisions?: readonly Pick<Provision, 'env' | 'pid'>[];
  /** More environment than the manifest's, and before it. */
  readonly env?: Readonly<Record<string, string>>;
  /** The place of a service that is started again; absent: a free one. */
  readonly place?: Place;
  /** Its tasks are meant to fail: the end of its process is no failure, and leaves no core file. */
  readonly poisoned?: true;
  readonly signal: AbortSignal;
};

/** The file that gets a line for each task that is begun under a trace, or poisoned. */
export const poisonLogOf = ({ queueName }: Place) => join(tmpdir(), `${queueName}.taken`);

/** Its command, kept to what it may use and leave behind. */
export function commandOf(
  { command }: LocalContestant,
  { poisoned, cpus }: StartOptions,
  quota: CpuQuota | undefined,
): LocalContestant['command'] {
  const harmless = poisoned ? withoutCoreFile(command) : command;
  if (cpus === undefined) return harmless;
  return quota ? withQuota(quota, harmless) : onCores(cpus, harmless);
}

/** One that is made to crash would leave its memory in its folder, where the system is set up so. */
const withoutCoreFile = (command: LocalContestant['command']): LocalContestant['command'] =>
  process.platform === 'win32' ? command : ['sh', '-c', 'ulimit -c 0; exec "$0" "$@"', ...command];

/** `node` of a manifest is this very runtime, so that all contestants run what the lockfile pins. */
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
    // Services are up side by side, and whose Redis it is may have queues, too.
    ...defined({ QUEUE_NAME: contestant.needs && queueName }),
  };
}
