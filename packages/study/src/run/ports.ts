import { setTimeout as sleep } from 'node:timers/promises';
import { ownCores } from '@cpu-bound/measure/host/cpu-limits';
import { settleElsewhere } from '@cpu-bound/measure/host/elsewhere';
import { someRunnable } from '@cpu-bound/measure/host/proc';
import { ContestantFailure } from '@cpu-bound/measure/host/readiness';
import { flush } from '@cpu-bound/measure/host/redis/redis';
import type { Service } from '@cpu-bound/measure/host/service';
import { cpuSeconds, processesOf, readUsage, treesOf } from '@cpu-bound/measure/host/usage';
import { knownHere } from '@cpu-bound/measure/own/known';
import { loadWorkload, type Query } from '@cpu-bound/workload';
import { wrongAnswer } from './ask-once.ts';
import type { Ports, RunContext } from './context.ts';
import { type StartContext, start } from './start.ts';

/** The real effects of a run: processes, HTTP and the machine's clock. */
export function realPorts(
  context: Omit<StartContext, 'config'> & Pick<RunContext, 'config' | 'generators'>,
): Ports {
  const { config, redis, signal } = context;
  return {
    emptyRedis: async () => {
      // If it does not answer, the contestants that need it report that when they start.
      if (redis?.own) await flush(redis.url).catch(() => {});
    },
    start: (contestant, changes) => start(contestant, context, changes),
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
