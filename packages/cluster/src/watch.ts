import cluster, { type Worker } from 'node:cluster';
import type { FamilyMessage, Setting } from '@cpu-bound/service';

const QUESTION = 'are you there';
/** What `reportUp` sends. */
const UP = 'up' satisfies FamilyMessage;
const ANSWER = 'here';
const OFTEN_ENOUGH = 10;
const MOST_MS = 1_000;

/**
 * Ends a fork whose event loop has not turned for `TASK_TIMEOUT_MS`: a single task keeps it that long, since tasks
 * take turns there. Nothing gentler stops one. Its connections are cut, those of neighbours among them.
 *
 * Counts questions without an answer and not time, which also passes while the machine sleeps.
 */
export function endStuckForks({ config, log }: Pick<Setting, 'config' | 'log'>): void {
  const everyMs = Math.max(1, Math.min(config.TASK_TIMEOUT_MS / OFTEN_ENOUGH, MOST_MS));
  const watch = (fork: Worker) => {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered++ * everyMs >= config.TASK_TIMEOUT_MS) {
        log.error({ fork: fork.process.pid }, 'ending a fork: its task takes longer than TASK_TIMEOUT_MS');
        fork.process.kill('SIGKILL');
        clearInterval(timer);
      } else fork.send(QUESTION, () => {});
    }, everyMs);
    fork.on('message', (message) => {
      if (message === ANSWER) unanswered = 0;
    });
    fork.once('exit', () => clearInterval(timer));
  };
  // Node's own event of a fork that listens does not come where that has a socket of its own (`reusePort`).
  cluster.on('message', (fork, message) => message === UP && watch(fork));
}

/** The fork's side. */
export function answerTheWatch(): void {
  process.on('message', (message) => {
    if (message === QUESTION) process.send?.(ANSWER, undefined, {}, () => {});
  });
}
