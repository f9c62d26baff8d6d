import type { Written } from './options.ts';
import type { Language, Parts } from './parts/contract.ts';
import { LEAST_TIMEOUT_MS, reservedMiB, TIMEOUT_FACTOR, taskTimeoutMs, variablesOf } from './variables.ts';

export const NEEDS_REDIS = '         # needs a Redis: REDIS_URL, or one on localhost:6379';

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** The purpose of each source and folder, in the order of the table. */
export const FILES: Readonly<Record<string, string>> = {
  'src/main': 'starts the service',
  'src/serve': 'starts the service, after the listeners for signals',
  'src/task': '**your function**: how a request becomes its input, and its value an answer',
  'src/compute': 'a request becomes a task, and its end an answer: the strategy',
  'src/pool': 'starts the pool of threads',
  'src/thread': 'runs in each thread, and loads your function there',
  'src/forks': 'starts the forks, and deals connections to them',
  'src/ping': 'ends a fork whose task does not end',
  'src/metrics': 'the metrics of the strategy',
  'src/passed-on': 'asks the primary for the connections that wait for a fork',
  'src/tuning': 'variables of the cluster',
  'src/ask': 'commands to Redis that a client waits for',
  'src/config': 'variables of the queue, and the names of its queues',
  'src/job': 'the form of a job in Redis',
  'src/jobs': 'POST /jobs, GET and DELETE /jobs/:id',
  'src/requests': 'the queue of requests, and the events of its jobs',
  'src/redis': 'connections to Redis, and their retries',
  'src/worker': 'starts a worker process',
  'src/work': 'starts it, after the listeners for signals',
  'src/processors': 'computes a job in the thread of a worker',
  'src/take-jobs': 'takes jobs from Redis, and renews their locks',
  'src/worker-http': 'health and metrics of a worker that runs by itself',
  'src/service/http/': 'the HTTP side: routes, limits, deadlines, errors, metrics, OpenAPI',
  'src/service/run/': 'the process: variables, log, start and stop, connections, children',
  'openapi.json': 'the OpenAPI document, which `/openapi.json` answers: change it with your task',
  'src/workload/': 'the interface of `task`, and its loading; tests load another one',
  'test/app': 'the app above',
  'test/': 'tests of the built service, with a slow task of their own',
  'dev.js': 'builds dist/ again after each change of a file, and restarts the service',
  Dockerfile: 'builds the image; its first lines have the command',
  'build.js': 'builds dist/ from src/; your function and the files that it imports become dist/task.js',
};

/** Writes the table of the files that are there. */
export function filesTable(names: readonly string[], language: Language, about = FILES): string {
  const rows = Object.entries(about).flatMap(([path, purpose]) => {
    const name = /\/$|\.|^Docker/.test(path) ? path : `${path}.${language}`;
    const isThere = names.some((there) => there === name || (path.endsWith('/') && there.startsWith(path)));
    return isThere ? [[`\`${name}\``, purpose]] : [];
  });
  return table(['file', 'purpose'], rows);
}

export function values({ figures, strategy }: Pick<Written, 'figures' | 'strategy'>): string {
  if (!figures)
    return 'The bench had no run of this function, so all variables have their defaults. A run (see below) shows how long a task takes and how much memory the service needs. If you then write the service into another folder, its README names the values.';
  const { run, cores, workers, taskMs, memoryMiB } = figures;
  return [
    `From the run ${run}, on ${cores} cores with ${workers} workers:`,
    '',
    ...(taskMs
      ? [
          `- One task takes ${taskMs.toPrecision(2)} ms of CPU time while all cores compute: each computes at most ${Math.floor(1000 / taskMs)} in a second.`,
          strategy === 'single'
            ? '- A task that does not end stops the whole service: no variable limits its time.'
            : `- \`TASK_TIMEOUT_MS=${taskTimeoutMs(figures)}\` is ${TIMEOUT_FACTOR} times the typical task, and at least ${LEAST_TIMEOUT_MS} ms. Set it above your longest task.`,
        ]
      : []),
    ...(strategy === 'single'
      ? []
      : [
          '- `WORKERS` is the number of cores that the process may use, unless it is set. A CPU limit of its container is rounded up, to one at least; the log says which of them counted.',
        ]),
    ...(memoryMiB
      ? [
          `- Its processes had at most ${Math.round(memoryMiB)} MiB under load${strategy === 'queue' ? ', without Redis' : ''}: reserve ${reservedMiB(figures)} MiB.`,
        ]
      : []),
    ...(strategy === 'threads' || strategy === 'queue'
      ? ['- `THREADS_HEAP_MB` (512) limits the heap of each thread: a task that needs more fails alone.']
      : []),
  ].join('\n');
}

/** Writes the table of variables. @param isHere returns true for a variable of the written sources */
export const variablesTable = (
  { files, language, variables = [] }: Pick<Written, 'language' | 'variables'> & Pick<Parts, 'files'>,
  isHere: (name: string) => boolean = () => true,
): string =>
  table(
    ['variable', 'default', 'meaning'],
    [
      ...variables.map((name) => [
        `\`${name}\``,
        'none',
        'your function was measured with it: set it for the tests, too',
      ]),
      ...variablesOf(files, language)
        .filter(({ name }) => isHere(name))
        .map(({ name, fallback, meaning }) => [`\`${name}\``, fallback, meaning]),
    ],
  );
