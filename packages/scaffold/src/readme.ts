import { relative } from 'node:path';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { contextOf } from './container.ts';
import { TAG } from './kubernetes.ts';
import type { Written } from './options.ts';
import type { Strategy } from './parts/contract.ts';
import { filesTable, NEEDS_REDIS, table, values, variablesTable } from './sections.ts';

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
const ENDLESS = ['a task does not end', '504 after `TASK_TIMEOUT_MS`; its thread is replaced'] as const;
const REFUSED_START = ['a wrong variable, or a port in use', 'exit 1; the log names it'] as const;
const STOP = [
  'SIGTERM',
  'it reports that it is not ready, finishes accepted requests within `DRAIN_TIMEOUT_MS`, and exits with 0',
] as const;

type Row = readonly string[];

/** Lists the rows of a strategy: those of all services, and its own in their middle. */
const rowsOf = (overload: Row, late: Row, ...others: Row[]): readonly Row[] => [
  WRONG,
  overload,
  late,
  CLIENT_LEAVES,
  THROWS,
  ...others,
  STOP,
  REFUSED_START,
];

/** The events that a service of each strategy meets, and their effects. */
export const FAILURES: Readonly<Record<Strategy, readonly Row[]>> = {
  single: rowsOf(
    ['more than `MAX_PENDING` requests at once', '503 with `Retry-After: 1`, once the running task ends'],
    LATE_BETWEEN,
    ['a task does not end', 'no request is answered any more; restart the process'],
    ['a task ends the process', 'all requests break; restart the process'],
  ),
  cluster: rowsOf(
    [
      'more than `MAX_PENDING` requests at once in a fork',
      '503 with `Retry-After: 1`, once the running task of the fork ends',
    ],
    LATE_BETWEEN,
    [
      'a task does not end',
      'its fork is killed after `TASK_TIMEOUT_MS` with its connections, and replaced; one that the primary has just passed on may hang',
    ],
    ['a task ends its process', 'the connections of that fork break; it is replaced'],
  ),
  threads: rowsOf(
    OVERLOAD,
    LATE,
    ENDLESS,
    ['a task needs more than `THREADS_HEAP_MB`', '500; its thread is replaced'],
    ['native code crashes', 'the process ends with all requests; restart it'],
  ),
  queue: rowsOf(
    OVERLOAD,
    LATE,
    ENDLESS,
    ['a worker is killed', 'another one takes its jobs after some seconds, so a task may run more than once'],
    ['a job has killed three workers', 'it fails'],
    ['Redis is away or full', '503; it serves again by itself'],
    ['an input or a result above 1 MiB', '413, or 500'],
  ),
};

/** Writes the `README.md` of a service. */
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
    `It needs Node.js ${OLDEST_NODE} or newer.`,
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

const WORDS =
  'In the sources, the _workload_ is `task`, the _kernel_ runs it once and times it, and the _strategy_ decides on which process or thread. A strategy is single process, cluster, threads or queue: `src/service/` has the files that this one uses. Each process and thread loads your module, so what it keeps in memory is not shared.';

function routes({ strategy, route, call }: Written): string {
  const request = call.kind === 'arguments' ? `GET /${route}` : `POST /${route}`;
  return [
    `- \`${request}\`: the answer is what the function returns: text as text, octets with their media type if their signature is known (PDF, PNG, ZIP, …), anything else as JSON. \`Server-Timing\` has the time of the task, and its worker. Errors are problem documents (RFC 9457).`,
    '- `GET /hello` does no work. `/healthz` and `/readyz` are the probes, `/metrics` is for Prometheus, `/openapi.json` describes the service.',
    ...(strategy === 'queue'
      ? [
          '- `POST /jobs` takes what the route above takes, and answers 202 with a `Location`. The same `Idempotency-Key` gives the same job, whoever sends it: let no client guess those of another. `GET` and `DELETE /jobs/:id` read and cancel it.',
        ]
      : []),
  ].join('\n');
}

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
docker build -t ${name}:${TAG} -f Dockerfile ${shellWord(contextOf(options))}
kind load docker-image ${name}:${TAG}     # a local cluster; or push it, and set newName and newTag in kustomization.yaml
${isQueue ? secret : ''}${ofFunction}kubectl apply -k kubernetes
kubectl port-forward service/${name} 3000:80
\`\`\`

${values} A pod stays Pending if no node has as many cores free as it requests: then lower \`requests\`. On SIGTERM a pod serves on for \`DRAIN_DELAY_MS\`, until no node sends it requests any more. \`terminationGracePeriodSeconds\` is longer than that, one task and \`DRAIN_TIMEOUT_MS\` together. There is no network policy: limit who may ask the service${isQueue ? ' and Redis' : ''}.`;
}
