import { AskedThread } from '../host/asked-thread.ts';
import { answerTask } from '../host/task.ts';
import { examineWorkload } from '../workload/examine.ts';
import { type LoadTask, loadWatched } from '../workload/load-watched.ts';
import { LONGEST_LOADING_MS } from '../workload/watched-thread.ts';
import type { Slow, WorkloadQuestion, WorkloadTask } from './oracle.ts';

const never = new AbortController().signal;
/** The thread that loads the workload once. Another one replaces it if its code has ended it. */
let thread: AskedThread<WorkloadQuestion> | undefined;

function ask({ specifier, from }: LoadTask, question: WorkloadQuestion): Promise<unknown> {
  if (!thread || thread.ended !== undefined)
    thread = new AskedThread(new URL('./answering-thread.ts', import.meta.url), { specifier, from });
  return thread.ask(question, LONGEST_LOADING_MS);
}

/**
 * This process runs a user's own code, in threads: none of it runs on its main thread, which alone has the channel to the
 * bench. It leads a process group, and ends all of it when the bench is gone.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
answerTask((task: WorkloadTask, _passEdge, _finished, askParent) => {
  if (task.do === 'ask') return ask(task, task.question);
  const options = { ...task.limits, onSlow: (slow: string) => void askParent({ slow } satisfies Slow) };
  return task.do === 'load'
    ? loadWatched(task, { signal: never, ...options })
    : examineWorkload(task.task, never, options);
});
