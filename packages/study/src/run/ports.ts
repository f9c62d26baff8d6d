import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, isStartable, type LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import { ownCores } from '@cpu-bound/measure/host/cpu-limits';
import { connectTo, settleElsewhere } from '@cpu-bound/measure/host/elsewhere';
import { freezerOf } from '@cpu-bound/measure/host/freezer';
import type { StartOptions } from '@cpu-bound/measure/host/launch';
import { someRunnable } from '@cpu-bound/measure/host/proc';
import { ContestantFailure, oneOff, POLL_MS } from '@cpu-bound/measure/host/readiness';
import { flush } from '@cpu-bound/measure/host/redis/redis';
import type { Service } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import { cpuSeconds, processesOf, readUsage, treesOf } from '@cpu-bound/measure/host/usage';
import { headOf } from '@cpu-bound/measure/load/known-answer';
import {
  type CompleteAnswer,
  type Exchange,
  exchangesBy,
  type SentRequest,
  type Verification,
  verifyBy,
} from '@cpu-bound/measure/load/verifier';
import { type KnownWorkload, knownHere } from '@cpu-bound/measure/own/known';
import { kernelSpecifier, loadWorkload, poisonedSpecifier, type Query } from '@cpu-bound/workload';
import type { Config } from '../config/config.ts';
import type { Ports, RunContext, StartChanges } from './context.ts';

/** The real effects of a run: processes, HTTP and the machine's clock. */
export function realPorts(
  context: Omit<StartContext, 'config'> & Pick<RunContext, 'config' | 'generators'>,
): Ports {
  const { config, redis, signal } = context;
  return {
    emptyRedis: async () => {
      // Somebody may have ended it. If it does not start, the contestants that need it report that when they start.
      const { url, own } = redis ?? {};
      if (url && own)
        await flush(url)
          .catch(() => own.restart(0))
          .catch(() => {});
    },
    start(contestant, changes) {
      // Each line of a file was tried before the run, and a built-in workload is asked when it is verified.
      const untilAnswered =
        config.requests || changes.workload
          ? undefined
          : (origin: string, until: AbortSignal) => firstAnswer(origin, config, until);
      return start(contestant, { ...context, untilAnswered }, changes);
    },
    async startRedis(persistence) {
      if (!redis?.own) throw new Error(`the bench cannot start another Redis like that of ${redis?.source}`);
      return redis.own.another(persistence, config.out);
    },
    async makeRoom(cpus) {
      if (config.division) return;
      // The generators of an open loop sleep most of the time, on whichever core is idle. At real-time priority on a
      // single core, they would wait for one another.
      const others = ownCores().slice(Math.ceil(cpus));
      if (others.length > 0) await context.generators.closed.keepTo(others);
    },
    async verify(origin, query: Query, other) {
      // Each line was tried before the run, and the warm-up that comes next checks each answer.
      if (config.requests) return;
      const workload = other === undefined ? config.workload : knownHere(await loadWorkload(other));
      const wrong = await wrongAnswer(origin, workload, query, signal);
      if (wrong !== undefined) throw new ContestantFailure('wrong-answer', wrong);
    },
    settle,
    treesOf,
    freezerOf,
    readUsage,
    now: () => performance.now(),
    wallClock: () => Date.now(),
  };
}

const INTERVAL_MS = 60;
/** An idle service uses less CPU time than this in an interval, in ms. The system counts in steps of 10 ms. */
const IDLE_MS = 15;
const MOST_INTERVALS = 130;

/**
 * Waits until the service is idle. After a load stops, a busy event loop still computes requests whose clients have left.
 * They would slow down the next window.
 */
export async function settle(service: Service, signal: AbortSignal): Promise<void> {
  if (service.kind === 'remote') return settleElsewhere(service, signal);
  const pids = await processesOf({ ...service, backendPids: [] });
  for (let interval = 0; interval < MOST_INTERVALS; interval++) {
    const before = await cpuSeconds(pids);
    await sleep(INTERVAL_MS, undefined, { signal });
    const after = await cpuSeconds(pids);
    if (before === undefined || after === undefined) return;
    // A service that hardly gets a core uses little CPU time, too. But then one of its threads is runnable.
    if ((after - before) * 1000 <= IDLE_MS && !(await someRunnable(pids))) return;
  }
}

/** The values of a run that a start needs. */
export type StartContext = Pick<RunContext, 'redis' | 'provisions' | 'signal'> & {
  readonly config: Pick<Config, 'workers' | 'workloadSpecifier'>;
  readonly untilAnswered?: StartOptions['untilAnswered'];
};

/** Starts a contestant with the parts of the run that it needs, such as Redis; or connects to it where it runs. */
export async function start(
  contestant: Contestant,
  { config, redis, provisions, signal, untilAnswered }: StartContext,
  { workers, cpus, env, place, poisoned, workload: other, redisUrl: ownRedis }: StartChanges = {},
): Promise<Service> {
  if (!isStartable(contestant)) return connectTo(contestant, signal);
  const workload = other ?? specifierFor(contestant, config.workloadSpecifier);
  const redisUrl = contestant.needs?.includes('redis') ? (ownRedis ?? redis?.url) : undefined;
  const options = {
    workload: poisoned ? poisonedSpecifier(workload) : workload,
    ...(cpus === undefined ? { workers: workers ?? config.workers } : { cpus }),
    signal,
    redisUrl,
    provisions: provisions.filter(({ need }) => contestant.needs?.some((id) => id === need)),
    env,
    place,
    poisoned,
    untilAnswered,
  };
  return startService(contestant, options);
}

/** The specifier of the run's workload, with the contestant's kernel if it has one. */
const specifierFor = ({ kernel }: LocalContestant, workload: string): string =>
  kernel === undefined ? workload : kernelSpecifier({ workload, kernel });

/** Sends a request to a service once, on a connection of its own. */
export async function askOnce(
  origin: string,
  { method, path, headers, body }: SentRequest,
  signal: AbortSignal,
): Promise<CompleteAnswer> {
  const sent = body ? { body: Buffer.from(body) } : {};
  const response = await fetch(`${origin}${path}`, {
    method,
    ...sent,
    headers: { ...oneOff, ...headers },
    signal,
  });
  const head = headOf(response.status, (name) => response.headers.get(name) ?? undefined);
  return { ...head, body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Asks once for each query that a load sends in place of this one.
 *
 * @returns the first answer that is wrong, with the reason; undefined if all are right
 */
export async function wrongAnswer(
  origin: string,
  workload: KnownWorkload,
  query: Query,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const exchange of await exchangesBy(workload, query)) {
    const { status, verification } = await exchanged(origin, exchange, signal);
    if (verification.outcome === 'ok') continue;
    return `${exchange.path}: ${verification.outcome === 'wrong' ? verification.why : `status ${status}`}`;
  }
  return undefined;
}

/** Waits for the first right answer, or a wrong one: a service may be ready before it can answer. */
async function firstAnswer(
  origin: string,
  { workload, headline }: Pick<Config, 'workload' | 'headline'>,
  signal: AbortSignal,
): Promise<void> {
  const [first] = await exchangesBy(workload, headline);
  while (first && !signal.aborted) {
    const { outcome } = await exchanged(origin, first, signal).then(
      ({ verification }) => verification,
      () => ({ outcome: 'failed' }),
    );
    if (outcome === 'ok' || outcome === 'wrong') return;
    await sleep(POLL_MS);
  }
}

async function exchanged(origin: string, { verifier, ...request }: Exchange, signal: AbortSignal) {
  const answer = await askOnce(origin, request, signal);
  return { status: answer.status, verification: await judged(verifyBy(verifier, answer)) };
}

/** Waits for the oracle, which may be in another process. */
const judged = async (verification: Verification): Promise<Verification> =>
  (verification.outcome === 'ok' && verification.later) || verification;
