import type { Analysis } from '@cpu-bound/study/model';
import { scaffoldCommand } from '../first-screen/next-steps.ts';

/** The duties of the team that operates a strategy, by its id. */
const OPERATION: Readonly<Record<string, readonly string[]>> = {
  single: [
    'Instances: one process computes on one core. Start one for each core, behind a balancer.',
    'Time limit: none, because the only thread cannot stop its own task. Limit the input instead.',
    'Heap: `--max-old-space-size`; a task that needs more ends the process.',
    'Probes: `/healthz` and `/readyz` wait for the task that runs. Be more patient than the longest task takes.',
  ],
  cluster: [
    'Instances: one service with `WORKERS` processes (default: the cores that it may use). With one core, a single process does the same.',
    'Time limit: after `TASK_TIMEOUT_MS` (10 s) the process of the task is killed with all of its connections, and replaced.',
    'Heap: `--max-old-space-size` holds for each process. Reserve it `WORKERS` + 1 times.',
    'Probes: `/healthz` and `/readyz` wait for the task in their process. Be more patient than `TASK_TIMEOUT_MS`.',
  ],
  threads: [
    'Instances: one process with `WORKERS` threads (default: the cores that it may use). Two instances at least, because a native crash ends the whole process.',
    'Time limit: after `TASK_TIMEOUT_MS` (10 s) the thread of the task is replaced; its request gets 504, and others go on.',
    'Heap: `THREADS_HEAP_MB` (512) for each thread, beside the heap of the process. A task that needs more fails alone.',
    'Probes: `/healthz` and `/readyz` are answered at once, however busy the threads are. A slow answer is a symptom.',
  ],
  queue: [
    'Instances: a process for HTTP, `WORKERS` worker processes (default: the cores), and Redis. Workers may run on other machines; scale them by the number of jobs that wait.',
    'Time limit: after `TASK_TIMEOUT_MS` (10 s) the thread of the task is replaced; its request gets 504.',
    'Heap: `THREADS_HEAP_MB` (512) for the thread of each worker. Give Redis `maxmemory` with `noeviction`: a full one is answered with 503.',
    'Probes: `/readyz` answers 503 without Redis, and without a worker. A worker by itself answers `/healthz` and `/readyz` on `WORKER_PORT`, if that is set.',
  ],
};

/**
 * Lists the settings that operate the chosen strategy, and the command that writes its code. The list is empty if
 * several options are level. It is also empty if the option is neither a strategy of the study nor a service written
 * from one.
 */
export function operation(analysis: Analysis, options: readonly string[]): string[] {
  const [option = ''] = options;
  const facts = analysis.contestants.find(({ id }) => id === option);
  const ofStudy = facts?.family !== undefined && facts.peerOf === undefined ? option : undefined;
  const strategy = facts?.scaffolded ? facts.peerOf : ofStudy;
  const lines = strategy && OPERATION[strategy];
  if (options.length !== 1 || !lines) return [];
  const measured = scaffoldCommand(analysis, strategy);
  const code = measured
    ? `\`${measured}\` writes it around the function that was measured`
    : `\`npx -y pnpm@12 bench scaffold ${strategy} --workload ./FILE.ts#FUNCTION --args '[…]' --out ./FOLDER\` writes it around a function of yours`;
  return [...lines, `Code: ${code}, with tests.`];
}
