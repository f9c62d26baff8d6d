import cluster from 'node:cluster';
import { sourceOfWorkers } from '@cpu-bound/service/container';
import { choice } from '@cpu-bound/service/run/config';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { supervise } from '@cpu-bound/service/run/supervise';

/** Settings whose other values are variants. */
export const tuning = {
  /**
   * The way in which connections reach forks. `round-robin`: the primary deals them. `none`: the first fork accepts them
   * from a common socket. `reuse-port`: the system deals them to a listening socket for each fork.
   */
  CLUSTER_SCHEDULING: choice('round-robin', 'none', 'reuse-port'),
  /** Tasks take turns on a fork's event loop, or each is computed on its arrival. */
  CLUSTER_COMPUTES: choice('in-turns', 'at-once'),
};

const IS_THAT_ALL = 'is that all';
const THAT_IS_ALL = 'that is all';

/** Answers the forks that ask whether a connection waits for them, in the primary. */
export function answerForks(): void {
  cluster.on('message', (fork, message) => message === IS_THAT_ALL && fork.send(THAT_IS_ALL, () => {}));
}

/**
 * Returns a function for a fork. It resolves when the primary, which deals round-robin, has passed on the next connection that
 * waits for this fork: the primary does so as soon as the fork has accepted the last one, and messages keep their order.
 *
 * The tasks that take turns and the stop ask at the same time. Each question waits for its own answer: that to an earlier one
 * may have been sent before the next connection.
 */
export function nextPassedOn(): () => Promise<void> {
  const asked: (() => void)[] = [];
  process.on('message', (message) => message === THAT_IS_ALL && asked.shift()?.());
  return () =>
    new Promise((resolve) => {
      asked.push(resolve);
      process.send?.(IS_THAT_ALL, undefined, {}, () => {}); // no error if the primary is gone
    });
}

const PING = 'ping';
const PONG = 'pong';
/** A fork gets at least this many pings within `TASK_TIMEOUT_MS`, so a stuck one ends at most a tenth of it late. */
const PER_TIMEOUT = 10;
const LONGEST_INTERVAL_MS = 1_000;

/**
 * Ends a fork whose event loop has answered no ping for `TASK_TIMEOUT_MS`. Tasks take turns there, so one task has
 * computed for that long. Only the end of the process stops it, which also breaks the fork's other connections.
 *
 * It counts unanswered pings, because time also passes while the machine sleeps.
 */
export function endStuckForks({ config, log }: Pick<ServiceContext, 'config' | 'log'>): void {
  const everyMs = Math.max(1, Math.min(config.TASK_TIMEOUT_MS / PER_TIMEOUT, LONGEST_INTERVAL_MS));
  cluster.on('fork', (fork) => {
    let unanswered = 0;
    let timer: NodeJS.Timeout | undefined;
    const ping = () => {
      if (unanswered * everyMs < config.TASK_TIMEOUT_MS) {
        unanswered++;
        return void fork.send(PING, () => {});
      }
      log.error({ fork: fork.process.pid }, 'ending a fork: its task takes longer than TASK_TIMEOUT_MS');
      fork.process.kill('SIGKILL');
      clearInterval(timer);
    };
    fork.on('message', (message) => {
      if (message !== PONG) return;
      unanswered = 0;
      timer ??= setInterval(ping, everyMs); // a fork's start may take longer, so pings begin with its first message
    });
    fork.once('exit', () => clearInterval(timer));
  });
}

/** Answers pings, in a fork that serves. */
export function answerPings(): void {
  const pong = () => process.send?.(PONG, undefined, {}, () => {}); // no error if the primary is gone
  process.on('message', (message) => message === PING && pong());
  pong();
}

/** Keeps `WORKERS` forks running in the primary, which deals the connections to them. */
export function keepForks(context: ServiceContext<typeof tuning>): void {
  const { WORKERS, CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = context.config;
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  // If each task is computed on its arrival, many short tasks may keep the loop busy for as long as one endless task.
  if (CLUSTER_COMPUTES === 'in-turns') endStuckForks(context);
  answerForks();
  context.log.info({ workers: WORKERS, by: sourceOfWorkers() }, 'workers');
  supervise(context, { what: 'forks', count: WORKERS, start: startFork });
}

/** Starts a fork. Node emits the errors of its process on the fork as well, and ends the primary if nothing listens. */
function startFork(env: NodeJS.ProcessEnv) {
  const fork = cluster.fork(env);
  fork.on('error', () => {}); // the supervisor logs the error of the process
  return fork.process;
}
