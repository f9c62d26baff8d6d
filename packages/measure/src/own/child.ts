import { answerTask } from '../host/task.ts';
import { examineWorkload } from '../workload/examine.ts';
import { loadWatched } from '../workload/load-watched.ts';
import { createAnswering } from './answering.ts';
import type { Slow, WorkloadTask } from './spec.ts';

const never = new AbortController().signal;
const answering = createAnswering();

/**
 * This process runs a user's own code, in threads: none of it runs on its main thread, which alone has the channel to the
 * bench. It leads a process group, and ends all of it when the bench is gone.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
answerTask((task: WorkloadTask, _passEdge, _finished, ask) => {
  if (task.do === 'ask') return answering.ask(task, task.question);
  const options = { ...task.limits, onSlow: (slow: string) => void ask({ slow } satisfies Slow) };
  return task.do === 'load'
    ? loadWatched(task, { signal: never, ...options })
    : examineWorkload(task.task, never, options);
});
