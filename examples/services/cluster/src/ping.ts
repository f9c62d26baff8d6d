import cluster from 'node:cluster';
import type { Setting } from './service/index.js';

const PING = 'ping';
const PONG = 'pong';
/** Pings in a time limit: the end of a stuck fork comes at most a tenth late. */
const PER_TIMEOUT = 10;
const LONGEST_INTERVAL_MS = 1_000;

/**
 * Ends a fork whose event loop has not turned for `TASK_TIMEOUT_MS`: one task keeps it that long, since tasks take turns
 * there. Nothing gentler stops one, and its neighbours' connections break with it.
 *
 * It counts pings without an answer and not time, which also passes while the machine sleeps.
 */
export function endStuckForks({ config, log }: Pick<Setting, 'config' | 'log'>): void {
  const everyMs = Math.max(1, Math.min(config.TASK_TIMEOUT_MS / PER_TIMEOUT, LONGEST_INTERVAL_MS));
  cluster.on('fork', (fork) => {
    let unanswered = 0;
    let timer: NodeJS.Timeout | undefined;
    const ping = () => {
      if (unanswered++ * everyMs < config.TASK_TIMEOUT_MS) return void fork.send(PING, () => {});
      log.error({ fork: fork.process.pid }, 'ending a fork: its task takes longer than TASK_TIMEOUT_MS');
      fork.process.kill('SIGKILL');
      clearInterval(timer);
    };
    fork.on('message', (message) => {
      if (message !== PONG) return;
      unanswered = 0;
      timer ??= setInterval(ping, everyMs); // from its first sign of life: its start may take longer
    });
    fork.once('exit', () => clearInterval(timer));
  });
}

/** The fork's side, once it serves. */
export function answerPings(): void {
  const pong = () => process.send?.(PONG, undefined, {}, () => {}); // no error where the primary is gone
  process.on('message', (message) => message === PING && pong());
  pong();
}
