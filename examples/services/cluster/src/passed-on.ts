import cluster from 'node:cluster';

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
