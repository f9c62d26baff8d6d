import { relative } from 'node:path';
import { contextOf } from './container.ts';
import { TAG } from './kubernetes.ts';
import { OLDEST_NODE } from './manifest.ts';
import type { Written } from './options.ts';
import type { Language, Parts, Strategy } from './parts/contract.ts';
import { LEAST_TIMEOUT_MS, reservedMiB, TIMEOUT_FACTOR, taskTimeoutMs } from './values.ts';
import { variablesOf } from './variables.ts';

export const NEEDS_REDIS = '         # needs a Redis: REDIS_URL, or one on localhost:6379';

export function readme(options: Written): string {
  const { strategy, language, out, title, route, call, name, file, isCopied, parts } = options;
  const files = [...Object.keys(parts.files), `src/task.${language}`, 'openapi.json', 'Dockerfile'];
  const place = isCopied ? 'own/' : relative(out, file).replaceAll('\\', '/');
  const curl = {
    JSON: `curl --json '@test/cases/${options.cases[0]?.name}' localhost:3000/${route}`,
    octets: `curl --data-binary @FILE localhost:3000/${route}`,
    arguments: `curl localhost:3000/${route}`,
  }[call.kind];
  return `${[
    `# ${title}`,
    `An HTTP service around \`${name}\` (${place}): ${ABOUT[strategy]}`,
    `\`\`\`sh
npm install
npm test${strategy === 'queue' ? NEEDS_REDIS : ''}
npm start        # builds dist/, and serves on http://127.0.0.1:3000
npm run dev      # builds and serves again after each change of a file
${language === 'ts' ? 'npm run typecheck   # with the tsconfig.json of this folder: add the paths of your own, if your function needs them\n' : ''}${curl}
\`\`\``,
    `It needs Node.js ${OLDEST_NODE[language]} or newer.`,
    `## The files\n\n${filesTable(files, language)}\n\n${WORDS}`,
    `## Routes\n\n${routes(options)}`,
    `## Values for this function\n\n${values(options)}`,
    `## Environment variables\n\n${variablesTable({ ...options, files: parts.files })}`,
    `## How it fails\n\n${table(['event', 'effect'], FAILURES[strategy])}`,
    `## In a container\n\n${container(options)}`,
    ...(options.forKubernetes ? [`## In Kubernetes\n\n${inKubernetes(options)}`] : []),
    `## Measure it\n\n\`package.json\` has a \`contestant\`, so the bench that wrote this can measure the service, once \`npm install\` and \`npm run build\` have run:

\`\`\`sh
${options.measured}
\`\`\``,
  ].join('\n\n')}\n`;
}

const ABOUT: Readonly<Record<Strategy, string>> = {
  single: 'one process computes on its event loop, where tasks take turns.',
  cluster: 'a process for each core computes on its event loop, where tasks take turns.',
  threads: 'one process answers HTTP, and a pool of worker threads computes.',
  queue: 'an API process adds a job to Redis for each request, and worker processes compute.',
};

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
  'src/metrics': 'sums up the counts of all forks',
  'src/tuning': 'variables of the cluster',
  'src/ask': 'commands to Redis that a client waits for',
  'src/config': 'variables of the queue, and the names of its queues',
  'src/job': 'the form of a job in Redis',
  'src/jobs': 'POST /jobs, GET and DELETE /jobs/:id',
  'src/requests': 'the queue of requests, and the events of its jobs',
  'src/redis': 'connections to Redis, and their retries',
  'src/worker': 'a worker process',
  'src/processors': 'computes a job in the thread of a worker',
  'src/take-jobs': 'takes jobs from Redis, and renews their locks',
  'src/worker-http': 'health and metrics of a worker that runs by itself',
  'src/service/http/': 'the HTTP side: routes, limits, deadlines, errors, metrics, OpenAPI',
  'src/service/run/': 'the process: variables, log, start and stop, children',
  'openapi.json': 'the OpenAPI document, which `/openapi.json` answers: change it with your task',
  'src/workload/': 'the interface of `task`, and its loading; tests load another one',
  'test/app': 'the app above',
  'test/': 'tests of the built service, with a slow task of their own',
  'dev.js': 'builds dist/ again after each change of a file, and restarts the service',
  Dockerfile: 'builds the image; its first lines have the command',
  'build.js': 'builds dist/ from src/; your function and the files that it imports become dist/task.js',
};

const WORDS =
  'In the sources, the _workload_ is `task`, the _kernel_ runs it once and times it, and the _strategy_ decides on which process or thread. A strategy is single process, cluster, threads or queue: `src/service/` has the files that this one uses. Each process and thread loads your module, so what it keeps in memory is not shared.';

/** Writes the table of the files that are there. */
export function filesTable(names: readonly string[], language: Language, about = FILES): string {
  const rows = Object.entries(about).flatMap(([path, purpose]) => {
    const name = /\/$|\.|^Docker/.test(path) ? path : `${path}.${language}`;
    const isThere = names.some((one) => one === name || (path.endsWith('/') && one.startsWith(path)));
    return isThere ? [[`\`${name}\``, purpose]] : [];
  });
  return table(['file', 'purpose'], rows);
}

function routes({ strategy, route, call }: Written): string {
  const own = call.kind === 'arguments' ? `GET /${route}` : `POST /${route}`;
  return [
    `- \`${own}\`: the answer is what the function returns: text as text, octets with their media type if their signature is known (PDF, PNG, ZIP, …), anything else as JSON. \`Server-Timing\` has the time of the task, and its worker. Errors are problem documents (RFC 9457).`,
    '- `GET /hello` does no work. `/healthz` and `/readyz` are the probes, `/metrics` is for Prometheus, `/openapi.json` describes the service.',
    ...(strategy === 'queue'
      ? [
          '- `POST /jobs` takes what the route above takes, and answers 202 with a `Location`. The same `Idempotency-Key` gives the same job, whoever sends it: let no client guess those of another. `GET` and `DELETE /jobs/:id` read and cancel it.',
        ]
      : []),
  ].join('\n');
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

const OVERLOAD = ['more than `MAX_PENDING` requests at once', '503 with `Retry-After: 1`, at once'] as const;
const LATE = ['no result within `REQUEST_TIMEOUT_MS`', '504; a waiting task is not computed'] as const;
const LATE_BETWEEN = [
  'a request waits for `REQUEST_TIMEOUT_MS`',
  '504 once the running task ends; it is not computed. A task that has begun gives its result, however late',
] as const;
const CLIENT_LEAVES = ['a client leaves', 'its task is not computed if it still waits'] as const;
const THROWS = ['the function throws', '500 without details; the log has the error'] as const;
const WRONG = [
  'a wrong path or method, or a body that is encoded, too large, or no JSON; no `Content-Type` is wrong',
  '404 or 405, or 415, 413, or 400',
] as const;
const REFUSED_START = ['a wrong variable, or a port in use', 'exit 1; the log names it'] as const;
const STOP = [
  'SIGTERM',
  'it reports that it is not ready, finishes accepted requests within `DRAIN_TIMEOUT_MS`, and exits with 0',
] as const;

const FAILURES: Readonly<Record<Strategy, readonly (readonly string[])[]>> = {
  single: [
    WRONG,
    ['more than `MAX_PENDING` requests at once', '503 with `Retry-After: 1`, once the running task ends'],
    LATE_BETWEEN,
    CLIENT_LEAVES,
    THROWS,
    ['a task does not end', 'no request is answered any more; restart the process'],
    ['a task ends the process', 'all requests break; restart the process'],
    STOP,
    REFUSED_START,
  ],
  cluster: [
    WRONG,
    [
      'more than `MAX_PENDING` requests at once in a fork',
      '503 with `Retry-After: 1`, once the running task of the fork ends',
    ],
    LATE_BETWEEN,
    CLIENT_LEAVES,
    THROWS,
    [
      'a task does not end',
      'its fork is killed after `TASK_TIMEOUT_MS` with its connections, and replaced; one that the primary has just passed on may hang',
    ],
    ['a task ends its process', 'the connections of that fork break; it is replaced'],
    STOP,
    REFUSED_START,
  ],
  threads: [
    WRONG,
    OVERLOAD,
    LATE,
    CLIENT_LEAVES,
    THROWS,
    ['a task does not end', '504 after `TASK_TIMEOUT_MS`; its thread is replaced'],
    ['a task needs more than `THREADS_HEAP_MB`', '500; its thread is replaced'],
    ['native code crashes', 'the process ends with all requests; restart it'],
    STOP,
    REFUSED_START,
  ],
  queue: [
    WRONG,
    OVERLOAD,
    LATE,
    CLIENT_LEAVES,
    THROWS,
    ['a task does not end', '504 after `TASK_TIMEOUT_MS`; its thread is replaced'],
    ['a worker is killed', 'another one takes its jobs after some seconds, so a task may run more than once'],
    ['a job has killed three workers', 'it fails'],
    ['Redis is away or full', '503; it serves again by itself'],
    ['an input or a result above 1 MiB', '413, or 500'],
    STOP,
    REFUSED_START,
  ],
};

function container({ strategy }: Written): string {
  const build =
    'The build bundles your function, so its context is the folder that has both your function and this service: the first lines of `Dockerfile` have the command for where it was written. The container runs without root, and needs no file system that it can write to.';
  return strategy === 'queue'
    ? `\`docker compose up --build --scale worker=4\` starts the API, workers and Redis with \`maxmemory\` and \`noeviction\`. ${build}`
    : build;
}

function inKubernetes(options: Written): string {
  const { strategy, title: name, figures, variables = [] } = options;
  const isQueue = strategy === 'queue';
  const secret = `openssl rand -hex 32 | tr -d '\\n' | kubectl create secret generic ${name}-redis --from-file=password=/dev/stdin\n`;
  const literals = variables.map((variable) => ` --from-literal=${variable}="$${variable}"`).join('');
  const ofFunction = variables.length > 0 ? `kubectl create secret generic ${name}-env${literals}\n` : '';
  const contents = isQueue
    ? 'Deployments of the API and of its workers, a Service, disruption budgets, and Redis with a volume'
    : 'a Deployment, a Service, a disruption budget, and an autoscaler, which needs metrics-server';
  const values = figures
    ? `Workers, memory and times come from the run ${figures.run}.`
    : 'No run of this function was found, so workers, memory and times are starting points. Written again after a run, the manifests have its values.';
  return `\`kubernetes/\` has ${contents}. The reasons stand beside the values.

\`\`\`sh
docker build -t ${name}:${TAG} -f Dockerfile ${contextOf(options)}
kind load docker-image ${name}:${TAG}     # a local cluster; or push it, and set newName and newTag in kustomization.yaml
${isQueue ? secret : ''}${ofFunction}kubectl apply -k kubernetes
kubectl port-forward service/${name} 3000:80
\`\`\`

${values} A pod stays Pending if no node has as many cores free as it requests: then lower \`requests\`. On SIGTERM a pod serves on for \`DRAIN_DELAY_MS\`, until no node sends it requests any more. \`terminationGracePeriodSeconds\` is longer than that, one task and \`DRAIN_TIMEOUT_MS\` together. There is no network policy: limit who may ask the service${isQueue ? ' and Redis' : ''}.`;
}
