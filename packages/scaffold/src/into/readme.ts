import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import type { IntoOptions, Written } from '../options.ts';
import type { Strategy } from '../parts/contract.ts';
import { FILES, filesTable, NEEDS_REDIS, table, values, variablesTable } from '../sections.ts';

type IntoReadme = Written &
  IntoOptions & {
    readonly files: Readonly<Record<string, string>>;
    /** The text of test/app.ts. */
    readonly app: string;
    /** The path of this folder from the app's, which is the nearest one with a package.json. */
    readonly place: string;
  };

/** Writes the `README.md` of a strategy in an app. */
export function intoReadme(options: IntoReadme): string {
  const { title, name, fromHere, strategy, language, framework, app, place } = options;
  return `${[
    `# ${title}`,
    `\`${name}\` (${fromHere}), ${ABOUT[strategy]}: the strategy alone, to be mounted in an app ${FRAME[framework]}.`,
    `\`\`\`sh
cd ${shellWord(place)}      # from your app
npm install      # and builds dist/
npm test${strategy === 'queue' ? NEEDS_REDIS : ''}
\`\`\``,
    `It needs Node.js ${OLDEST_NODE} or newer.`,
    `## Mount it

\`\`\`sh
npm install ${shellWord(`./${place}`)}      # in your app; with pnpm: pnpm add ${shellWord(`link:./${place}`)}
\`\`\`

This is \`test/app.${language}\`, an app that the tests start:

\`\`\`${language}
${app.trimEnd()}
\`\`\``,
    MOUNTED[strategy](options),
    rules(options),
    `## The files\n\n${filesTable(Object.keys(options.files), language, ABOUT_FILES)}`,
    `## Values for this function\n\n${values(options)}`,
    `## Environment variables\n\n\`start({ env })\` takes others than those of the process.\n\n${variablesTable(options, isHere(strategy))}`,
    `## Measure it\n\nThe bench that wrote this measures the strategy with your function, in a service:\n\n\`\`\`sh\n${options.measured}\n\`\`\``,
    `## How it fails\n\n${table(['event', 'effect on `compute`'], FAILURES[strategy])}`,
  ].join('\n\n')}\n`;
}

/** Writes the rules for the app that mounts the package. */
const rules = ({ language, place }: IntoReadme): string =>
  [
    '- Your app imports it as a package, so its threads and processes find their files, however your app is compiled.',
    '- Build it (`npm install` here) before your app is built or started: `dist/` is not in Git.',
    '- A bundler must leave it outside, as an external package: it would move the files of the threads.',
    ...(language === 'ts'
      ? [
          `- Where your \`tsconfig.json\` includes this folder, name it in \`"exclude"\`: \`[${JSON.stringify(place)}]\`. It has its own.`,
        ]
      : []),
  ].join('\n');

const FRAME = {
  express: 'of express',
  fastify: 'of fastify',
  node: 'of plain `node:http`',
} as const;

const ABOUT: Readonly<Record<Strategy, string>> = {
  single: 'computed on the event loop of your process, where tasks take turns',
  cluster: 'computed on the event loops of as many forks of your server as there are cores',
  threads: 'computed by a pool of worker threads',
  queue: 'computed by worker processes, which take its jobs from Redis',
};

const MOUNTED: Readonly<Record<Strategy, (options: IntoReadme) => string>> = {
  single: () =>
    'One process computes one task at a time. Between two tasks, your other routes are answered; during one, nothing is.',
  cluster: ({ title }) =>
    `Your server starts as it is, by itself as one process. As a cluster, its main file is the one here, which forks your server \`WORKERS\` times, and replaces a fork that ends:

\`\`\`sh
node node_modules/${title}/dist/main.js ./server.js
\`\`\`

Each fork gets SIGTERM as an event when the main file gets the signal, so your own handler stops it.`,
  threads: () => 'The threads are started once, by `start`. Your event loop is free for your other routes.',
  queue: ({ title, route }) => `The jobs need workers, in as many processes as you like, on any machine:

\`\`\`sh
QUEUE_NAME=${route} REDIS_URL=redis://127.0.0.1:6379 node node_modules/${title}/dist/worker.js
\`\`\`

\`QUEUE_NAME\` is the name of your \`Queue\`, and \`REDIS_PREFIX\` its prefix (\`bull\`, unless you set it). Give this function a \`Queue\` of its own: BullMQ hands the jobs of a queue to whichever worker asks first. Redis needs \`maxmemory-policy noeviction\`.`,
};

/** The files that only a strategy alone has come first; some of the others do less than in a service. */
const ABOUT_FILES = {
  'index.d.ts': 'the types of the exports',
  'src/index': '`start` → `compute` and `stop`',
  'src/inside': "the strategy's limit, deadline and stop in an app",
  'src/close-server': 'closes a server of node:http, once it has answered',
  ...FILES,
  'src/main': 'the main file of the cluster',
  'src/task': '**your function**, and its input as it travels',
  'src/compute': 'the strategy: an input becomes a task, and its end an output',
  'src/config': 'variables of the queue',
  'src/requests': 'the queue, and the events of its jobs',
  'src/service/http/': 'errors, the limit, and the signal of a request',
  'src/service/run/': 'variables, log, and the stop',
  'test/': 'tests of that app, with a slow task of their own',
};

/** The other variables belong to a complete service, to your app, or to jobs without a waiting client. */
const COMMON = ['MAX_PENDING', 'REQUEST_TIMEOUT_MS', 'LOG_LEVEL', 'WORKLOAD'];
const FOR_PROCESSES = ['TASK_TIMEOUT_MS', 'DRAIN_DELAY_MS', 'DRAIN_TIMEOUT_MS'];
const VARIABLES: Readonly<Record<Strategy, readonly string[]>> = {
  single: COMMON,
  cluster: [...COMMON, ...FOR_PROCESSES, 'WORKERS', 'CLUSTER_SCHEDULING'],
  threads: [...COMMON, 'TASK_TIMEOUT_MS', 'WORKERS', 'THREADS_HEAP_MB'],
  queue: [
    ...COMMON,
    ...FOR_PROCESSES,
    'THREADS_HEAP_MB',
    'REDIS_URL',
    'REDIS_PASSWORD',
    'REDIS_PREFIX',
    'QUEUE_NAME',
  ],
};
const isHere = (strategy: Strategy) => (name: string) => VARIABLES[strategy].includes(name);

const OVERLOAD = ['more than `MAX_PENDING` tasks at once', 'throws 503, at once'] as const;
const LATE = ['no result within `REQUEST_TIMEOUT_MS`', 'throws 504; a waiting task is not computed'] as const;
const LATE_BETWEEN = [
  'a task waits for `REQUEST_TIMEOUT_MS`',
  'throws 504 once the running task ends; it is not computed. A task that has begun returns, however late',
] as const;
const CLIENT_LEAVES = [
  'its `signal` aborts',
  'throws its reason; the task is not computed if it still waits',
] as const;
const ENDLESS = [
  'a task does not end',
  'throws 504 after `TASK_TIMEOUT_MS`; its thread is replaced',
] as const;
const THROWS = ['your function throws', 'throws'] as const;
const STOP = ['`stop()`', 'throws 503; accepted tasks are finished first'] as const;
const SIGNAL = [
  'SIGTERM, as the app above handles it',
  'each answer announces the end of its connection; then your process ends. It does not wait for a balancer: behind one, wait before `closeServer` until the balancer sends no more',
] as const;

type Row = readonly string[];

/** Lists the rows of a strategy: those of all apps, and its own in their middle. */
const rowsOf = (overload: Row, late: Row, ...others: Row[]): readonly Row[] => [
  overload,
  late,
  CLIENT_LEAVES,
  THROWS,
  ...others,
  STOP,
  SIGNAL,
];

const FAILURES: Readonly<Record<Strategy, readonly Row[]>> = {
  single: rowsOf(
    ['more than `MAX_PENDING` tasks at once', 'throws 503, once the running task ends'],
    LATE_BETWEEN,
    ['a task does not end', 'your process hangs; restart it'],
  ),
  cluster: rowsOf(
    ['more than `MAX_PENDING` tasks at once in a fork', 'throws 503, once the running task of the fork ends'],
    LATE_BETWEEN,
    ['a task does not end', 'its fork is killed after `TASK_TIMEOUT_MS` with its connections, and replaced'],
  ),
  threads: rowsOf(OVERLOAD, LATE, ENDLESS, [
    'a task needs more than `THREADS_HEAP_MB`',
    'throws; its thread is replaced',
  ]),
  queue: rowsOf(
    OVERLOAD,
    LATE,
    ENDLESS,
    ['a worker is killed', 'another one takes its jobs after some seconds'],
    ['Redis is away or full', 'throws 503; it computes again by itself'],
    ['an input or a result above 1 MiB', 'throws 413, or 500'],
  ),
};
