import { Worker } from 'node:worker_threads';
import type { Query, Size } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { HEAP_MIB, LONGEST_LOADING_MS, type Patience, SLOW_MS, UNSETTLED, whyItEnded } from './patience.ts';

/** What is known of a workload when it was run for the first time. */
export type WorkloadFacts = {
  /** One line each, naming the input: why it cannot be measured. */
  readonly problems: readonly string[];
  /** One line each: what a reader of the figures should know, why it matters, and what to do. */
  readonly notes: readonly string[];
  /** Found by its scale; absent where it names its own. */
  readonly sizes?: readonly Size[];
  /** The share of its CPU time that is spent on the event loop: about 1, or near 0 of what Node does on other threads. */
  readonly loopShare?: number;
};

export type ExamineTask = {
  readonly specifier: string;
  readonly headline: Query;
  /** Those of its other kernels that are going to be measured, by name. */
  readonly kernels?: readonly string[];
};

/** By default services stop a task after so long, and a request soon after. */
const LONGEST_TASK_MS: Milliseconds = 10_000;
export type ExamineOptions = Patience & {
  /** What one task may take. */
  readonly longest?: Milliseconds | undefined;
};

/**
 * Runs a workload's queries once each, before anything is measured with them: whether it throws, ends, gives back what
 * can be sent, and is accepted by its own oracle; finds the sizes that it does not name.
 */
export async function examineWorkload(
  task: ExamineTask,
  signal: AbortSignal,
  { longest = LONGEST_TASK_MS, onSlow = () => {}, slow = SLOW_MS }: ExamineOptions = {},
): Promise<WorkloadFacts> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./examine-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdout: true, // what it logs is no output of the bench
  });
  thread.stdout.resume();
  const { promise, resolve, reject } = Promise.withResolvers<WorkloadFacts>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let doing = 'loading';
  const end = (problem: string) => resolve({ problems: [`${doing}: ${problem}`], notes: [] });
  const watch = (most: Milliseconds) => {
    const giveUp = setTimeout(() => end(didNotEnd(most)), most);
    const tell = setTimeout(
      () => onSlow(`${doing}: still running after ${slow / 1000} s, and is ended after ${most / 1000} s`),
      slow,
    );
    return () => [giveUp, tell].forEach(clearTimeout);
  };
  let watched = watch(LONGEST_LOADING_MS);
  thread.on('message', (message: { doing: string; tasks: number } | WorkloadFacts) => {
    watched();
    if (!('doing' in message)) return resolve(message);
    doing = message.doing;
    watched = watch(message.tasks * longest);
  });
  thread.once('error', (error) => end(whyItEnded(error)));
  thread.once('exit', (code) =>
    end(
      code === UNSETTLED
        ? 'waits for what never comes; let it return an answer, or resolve to one'
        : `ended its thread with code ${code}`,
    ),
  );
  try {
    return await promise;
  } finally {
    watched();
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}

const didNotEnd = (most: Milliseconds) =>
  `did not end within ${most / 1000} s; make it smaller, or wait longer with --longest (services stop a task after ${LONGEST_TASK_MS / 1000} s)`;
