import { Worker } from 'node:worker_threads';
import type { Query, Size } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';

/** What is known of a workload when it was run for the first time. */
export type WorkloadFacts = {
  /** One line each, naming the input: why it cannot be measured. */
  readonly problems: readonly string[];
  /** Found by its scale; absent where it names its own. */
  readonly sizes?: readonly Size[];
  /** The share of its CPU time that is spent on the event loop: about 1, or near 0 of what Node does on other threads. */
  readonly loopShare?: number;
};

export type ExamineTask = { readonly specifier: string; readonly headline: Query };

/** By default services stop a task after so long. */
const LONGEST_TASK_MS: Milliseconds = 30_000;

/**
 * Runs a workload's queries once each, before anything is measured with them: whether it throws, ends, gives back what
 * can be sent, and is accepted by its own oracle; finds the sizes that it does not name.
 *
 * @param longest what one task may take
 */
export async function examineWorkload(
  task: ExamineTask,
  signal: AbortSignal,
  longest: Milliseconds = LONGEST_TASK_MS,
): Promise<WorkloadFacts> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./examine-thread.ts', import.meta.url), { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<WorkloadFacts>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let doing = 'loading';
  const giveUpAfter = (milliseconds: Milliseconds) =>
    setTimeout(() => {
      const waited = `did not end within ${milliseconds / 1000} s, which is more than a service waits`;
      resolve({ problems: [`${doing}: ${waited}`] });
    }, milliseconds);
  let watchdog = giveUpAfter(LONGEST_TASK_MS); // loading is no task
  thread.on('message', (message: { doing: string } | WorkloadFacts) => {
    clearTimeout(watchdog);
    if (!('doing' in message)) return resolve(message);
    doing = message.doing;
    watchdog = giveUpAfter(longest);
  });
  thread.once('error', (error) => resolve({ problems: [`${doing}: ${firstLine(error)}`] }));
  thread.once('exit', (code) => resolve({ problems: [`${doing}: ended its thread with code ${code}`] }));
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0];
