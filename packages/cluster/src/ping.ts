import cluster from 'node:cluster';
import type { ServiceContext } from '@cpu-bound/service/run/context';

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
