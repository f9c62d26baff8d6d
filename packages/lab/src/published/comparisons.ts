import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import type { Query } from '@cpu-bound/workload';
import {
  type Figures,
  fromAb,
  fromAutocannon,
  fromK6,
  fromLoadtest,
  fromSiege,
} from '../crosscheck/tool-outputs.ts';

/** A service that a comparison loads: a contestant, the number of its workers, and its published figures. */
export type Arm = {
  readonly id: string;
  readonly title: string;
  readonly contestant: 'single' | 'cluster' | 'threads' | 'pm2';
  /** The number of workers (default: one for each core). */
  readonly workers?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly published?: PublishedFigures;
  /** True if the answering processes are counted after the load, over connections that are opened at once. */
  readonly countsProcesses?: true;
};

export type PublishedFigures = {
  readonly perSecond?: number;
  readonly totalS?: Seconds;
  readonly p50?: Milliseconds;
  readonly p95?: Milliseconds;
  readonly p99?: Milliseconds;
};

/** A tool with the arguments that a comparison used. */
export type Call = {
  readonly tool: 'k6' | 'ab' | 'autocannon' | 'siege' | 'loadtest';
  readonly args: (url: string) => readonly string[];
  readonly input?: (url: string) => string;
  /** The arguments of a second process of the tool, which runs at the same time. Its output is not read. */
  readonly beside?: (url: string) => readonly string[];
  /** Reads the tool's output. @throws Error if it does not have the known form */
  readonly read: (output: string) => Figures;
};

/** A published comparison, and the way in which it is repeated here. */
export type Comparison = {
  readonly id: string;
  readonly title: string;
  /** The address of the article; absent if only its figures are known. */
  readonly address?: string;
  readonly load: string;
  readonly work: string;
  /** The number of cores; absent if the authors do not name it. */
  readonly cores?: number;
  readonly calls: readonly Call[];
  readonly arms: readonly Arm[];
  /** The query of the workload `primes`. */
  readonly query: Query;
  /** The relation of the work here to the authors' work. */
  readonly workHere: string;
  /** Facts that such a command cannot show. */
  readonly hidden: string;
};

const single = (published?: PublishedFigures): Arm => ({
  id: 'single',
  title: 'single process',
  contestant: 'single',
  ...(published && { published }),
});

const cluster = (published?: PublishedFigures): Arm => ({
  id: 'cluster',
  title: 'cluster',
  contestant: 'cluster',
  ...(published && { published }),
});

/** The input of the study, so that both figures concern the same work. */
const HEADLINE: Query = { upTo: '200000' };
const CLOSED =
  'Each connection waits for its answer before it sends again, so a slow service gets fewer requests.';

const WHOLE_SECONDS =
  'autocannon reads its clock once a second, so the rates of short loads come in steps, and a difference of one step is none.';

/** The number of processes in the comparison whose claims concern single processes. */
const EIGHT = 8;

const siegeOf = (connections: number, seconds: Seconds): Call => ({
  tool: 'siege',
  args: (url) => ['-b', '-c', `${connections}`, '-t', `${seconds}S`, url],
  read: fromSiege,
});

// -l allows answers of different lengths, because they contain their duration.
const abOf = (...load: string[]): Call => ({
  tool: 'ab',
  args: (url) => ['-q', '-l', ...load, url],
  read: fromAb,
});

/** Published comparisons, in the authors' figures. The first arm of each is the one that the others are divided by. */
export const comparisons: readonly Comparison[] = [
  {
    id: 'node-cluster-overview',
    title: 'node:cluster overview',
    load: '50 virtual users, 60 s',
    work: 'database-like query, 41 KB answer',
    calls: [
      {
        tool: 'k6',
        args: () => ['run', '--quiet', '--no-usage-report', '--vus', '50', '--duration', '60s', '-'],
        input: (url) =>
          `import http from 'k6/http';\nexport default function () {\n  http.get('${url}');\n}\n`,
        read: fromK6,
      },
    ],
    arms: [
      single({ perSecond: 171.36, p50: 331.05, p95: 347.43 }),
      cluster({ perSecond: 258.32, p50: 197.77, p95: 300.88 }),
    ],
    query: HEADLINE,
    workHere:
      'The study’s own task: CPU work alone, a small answer. Theirs also wrote 41 KB for each answer.',
    hidden: `${CLOSED} k6 prints no p99 by default.`,
  },
  {
    id: 'node-concurrency',
    title: 'Node.js Cluster vs Single Thread Performance Test',
    load: '2,000 requests, 100 connections',
    work: 'compute-intensive',
    cores: 10,
    calls: [abOf('-n', '2000', '-c', '100')],
    arms: [
      single({ perSecond: 29.15, p50: 3_431, p99: 3_498 }),
      cluster({ perSecond: 251.41, p50: 397, p99: 429 }),
    ],
    query: HEADLINE,
    workHere: 'The study’s own task. Theirs took about 34 ms.',
    hidden: `${CLOSED} A new connection for each request: nothing is pinned to a worker.`,
  },
  {
    id: 'scaling-instance-guide',
    title: 'Guide to NodeJS Cluster Module; A Scaling Instance Solution',
    load: '10,000 requests, 100 connections',
    work: 'primes up to 10,000 as JSON, express',
    cores: 4,
    calls: [
      {
        tool: 'autocannon',
        args: (url) => ['-j', '-n', '-a', '10000', '-c', '100', url],
        read: fromAutocannon,
      },
    ],
    arms: [single({ totalS: 56 }), cluster({ totalS: 26 })],
    query: { upTo: '10000', list: 'true' },
    workHere:
      'The same bound, as JSON, by express. Theirs took 5.6 ms a request; trial division by 6k±1 takes a small part of that, so HTTP is most of the work here.',
    hidden: `${CLOSED} ${WHOLE_SECONDS} Connections are kept, so each stays with one worker.`,
  },
  {
    id: 'clusters-and-parallelism',
    title: 'Nodejs: Clusters and Parallelism',
    load: '50 concurrent, 20 s',
    work: 'nested loop, 1.5e8 iterations',
    cores: 4,
    calls: [siegeOf(50, 20), abOf('-s', '60', '-c', '50', '-t', '8', '-n', '1000000')],
    arms: [
      single({ perSecond: 11.7 }),
      cluster({ perSecond: 34.5 }),
      { ...cluster(), id: 'eight', title: 'cluster, 8 workers', workers: EIGHT, countsProcesses: true },
      {
        ...cluster(),
        id: 'eight-system',
        title: 'cluster, 8 workers, scheduling by the system',
        workers: EIGHT,
        env: { CLUSTER_SCHEDULING: 'none' },
        countsProcesses: true,
      },
    ],
    query: { upTo: '1200000' },
    workHere: 'Trial division of about the same length: theirs took about 85 ms.',
    hidden: `${CLOSED} siege prints a mean and the longest time, no percentile. Neither tool shows which process answered.`,
  },
  {
    id: 'cluster-demo',
    title: 'cluster_demo (loadtest, pm2)',
    load: '1,200 requests, 200 connections, keep-alive',
    work: '/heavy',
    cores: 4,
    calls: [{ tool: 'loadtest', args: (url) => ['-n', '1200', '-c', '200', '-k', url], read: fromLoadtest }],
    arms: [
      single({ perSecond: 111, p50: 1_737, p99: 3_297 }),
      cluster({ perSecond: 202, p50: 314, p99: 4_804 }),
      {
        id: 'pm2',
        title: 'PM2',
        contestant: 'pm2',
        published: { perSecond: 190, p50: 361, p99: 5_144 },
      },
    ],
    query: HEADLINE,
    workHere: 'The study’s own task. Theirs took about 9 ms.',
    hidden: `${CLOSED} Six requests for each connection: the p99 is that of 12 requests, and the beginning and the end weigh much.`,
  },
  {
    id: 'worker-pools-beat-clustering',
    title: 'Why worker pools beat clustering for CPU heavy tasks on Nodejs',
    address: 'https://dev.to/jancera/why-worker-pools-beat-clustering-for-cpu-heavy-tasks-on-nodejs-2eoe',
    load: '20,000 requests on `/`, and 30 on `/blocking/35` at the same time',
    work: 'a light answer; a Fibonacci number, recursively',
    cores: 2,
    calls: [
      {
        tool: 'autocannon',
        args: (url) => ['-j', '-n', '-a', '20000', `${new URL('/hello', url)}`],
        beside: (url) => ['-j', '-n', '-a', '30', url],
        read: fromAutocannon,
      },
    ],
    arms: [cluster(), { id: 'threads', title: 'worker threads (piscina)', contestant: 'threads' }],
    query: { upTo: '1200000' },
    workHere: 'Trial division in place of Fibonacci numbers; figures are those of the light requests.',
    hidden: `${CLOSED} ${WHOLE_SECONDS} The article names no number of connections, so it is autocannon’s default, 10 for each. Once the 30 heavy requests are answered, the light ones have the service to themselves.`,
  },
];

/** A published comparison that is not repeated, and the reason. */
export type LeftOut = { readonly title: string; readonly address: string; readonly why: string };

export const leftOut: readonly LeftOut[] = [
  {
    title: 'Node.js cluster vs worker threads: which one when',
    address: 'https://nodewire.net/node-cluster-vs-worker-threads/',
    why: 'It says that a cluster lost 40 % of the throughput of a video API, on four virtual CPUs. No command for that service was found.',
  },
  {
    title: 'How I Scaled My Node.js API to Handle 5,000 Concurrent Users Using Piscina',
    address: 'https://johnvesslyalti.xyz/blogs/scaling-nodejs-piscina',
    why: 'It ramps k6 up to 100 virtual users, which register, log in and write posts to a database. The script was not found, and pool and cluster were introduced together.',
  },
  {
    title: '93% Faster Next.js in (your) Kubernetes',
    address: 'https://blog.platformatic.dev/93-faster-nextjs-in-your-kubernetes',
    why: 'It compares Watt with other deployments on several machines of a Kubernetes cluster, which do not fit two cores.',
  },
];
