/**
 * The measured metrics, each with its unit and the scale that averages rounds. The scale belongs to the metric. A rate
 * or a time is never 0 and varies by factors (geometric); a count or a difference may be 0 or below (arithmetic).
 * Compared metrics also have `better` and `margin`, the ratio − 1 that does not matter.
 */
export type MetricKind = {
  readonly unit: string;
  /** Its name in a comparison, where the id is an abbreviation. */
  readonly name?: string;
  readonly scale: 'geometric' | 'arithmetic';
  readonly better?: 'higher' | 'lower';
  readonly margin?: number;
  /** The metric is read from stretches of this length, in its own unit, and is no finer. */
  readonly resolution?: number;
};

const time = { unit: 'ms', scale: 'geometric' } as const;
const compared = { ...time, better: 'lower', margin: 0.05 } as const;
const tail = { ...compared, margin: 0.1 } as const;
const rate = { unit: 'req/s', scale: 'geometric', better: 'higher', margin: 0.05 } as const;
const count = { unit: 'requests', scale: 'arithmetic' } as const;
const jobs = { unit: 'accepted jobs', scale: 'arithmetic' } as const;
const bytes = { unit: 'bytes', scale: 'geometric' } as const;

export const METRICS = {
  throughput: rate,
  limit: { unit: 'req/s', scale: 'geometric' },
  'frames-to-window': { unit: 'of that in a window', scale: 'geometric' },
  'moved-by-frames': { unit: 'of its ratio', scale: 'geometric' },
  unanswered: { unit: 'of the requests', scale: 'arithmetic' },
  'answered-share': {
    ...{ ...rate, unit: 'of the requests', margin: 0.001 },
    name: 'share of requests that were answered',
  },
  'cpu-used': { unit: 'cores', scale: 'geometric' },
  'answers-per-cpu-second': { ...rate, unit: 'answers/CPU s', name: 'answers per CPU second' },
  'kernel-ms': time,
  'latency-p50': compared,
  'wait-p50': { ...compared, name: 'median wait of the answers' },
  'latency-p90': compared,
  'latency-p99': tail,
  'latency-p99.9': tail,
  'rate-within': { ...rate, name: 'rate within the target' },
  offered: { unit: 'req/s', scale: 'geometric' },
  utilisation: { unit: 'of its throughput', scale: 'geometric' },
  overloaded: { unit: 'of its throughput', scale: 'geometric' },
  'hello-p50': compared,
  'hello-p90': compared,
  'hello-p99': tail,
  'hello-p99.9': tail,
  'send-lag': { unit: 'ms', scale: 'arithmetic' },
  'cpu-ms-per-request': { ...compared, name: 'CPU time per request' },
  'redis-cpu-ms-per-request': { unit: 'ms', scale: 'arithmetic' },
  'generator-cpu-ms-per-request': { unit: 'ms', scale: 'arithmetic' },
  'overhead-ms': { unit: 'ms', scale: 'arithmetic' },
  'idle-cpu': { unit: 'cores', scale: 'arithmetic' },
  memory: { ...compared, unit: 'bytes' },
  'rss-peak': { ...compared, unit: 'bytes', name: 'resident memory' },
  'redis-rss': bytes,
  'rss-told': bytes,
  'loop-busy-told': { unit: 'of the time', scale: 'arithmetic' },
  startup: time,
  'share-max': { ...compared, unit: 'of the answers', name: 'share of the busiest worker' },
  'least-share': { unit: 'of an even part', scale: 'arithmetic' },
  'share-min': { unit: 'of the answers', scale: 'arithmetic' },
  'workers-used': { unit: 'workers', scale: 'arithmetic' },
  'speed-up': { unit: '× one worker', scale: 'geometric' },
  goodput: rate,
  shed: { unit: 'of the requests', scale: 'arithmetic' },
  'shed-p99': time,
  sent: count,
  answered: count,
  errors: count,
  refused: count,
  lost: count,
  unserved: count,
  duplicated: count,
  retaken: { unit: 'taken up again', scale: 'arithmetic' },
  'jobs-sent': jobs,
  'jobs-accepted': jobs,
  'jobs-refused': jobs,
  'jobs-failed': jobs,
  'jobs-done': jobs,
  'jobs-lost': jobs,
  'jobs-twice': jobs,
  'accept-rate': { unit: 'jobs/s', scale: 'geometric' },
  'accept-p50': time,
  'accept-p99': time,
  'done-p50': time,
  'done-p99': time,
  'done-max': time,
  'redis-cpu-ms-per-job': { unit: 'ms', scale: 'arithmetic' },
  recovery: { unit: 'ms', scale: 'arithmetic', resolution: 100 },
  unrecovered: { unit: 'rounds', scale: 'arithmetic' },
  outage: { unit: 'ms', scale: 'arithmetic' },
  silence: time,
  'poison-status': { unit: 'HTTP status', scale: 'arithmetic' },
  'poison-taken': { unit: 'times', scale: 'arithmetic' },
  'service-restarts': { unit: 'restarts', scale: 'arithmetic' },
  shutdown: { unit: 'ms', scale: 'arithmetic' },
} as const satisfies Record<string, MetricKind>;

/** The id of a metric; an id that is not in the list does not compile. */
export type MetricId = keyof typeof METRICS;

/** The properties of a metric. */
export const kindOf = (metric: MetricId): MetricKind => METRICS[metric];

/** The least share of unanswered requests that is shown with throughput and latency. */
export const MANY_UNANSWERED = 1e-3;
