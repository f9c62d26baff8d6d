import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onceOver } from './signal.js';

/** A metric of the strategy, read when `/metrics` is requested. */
export type GaugeSource = {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
  /** True if the value only grows. */
  readonly isCounter?: boolean;
  /** True for a fraction: several processes on one port report its mean instead of a sum. */
  readonly isFraction?: boolean;
};

export type Metrics = {
  readonly registry: Registry;
  /** Counts and times the requests of known routes; those of other paths are counted together. */
  readonly observe: RequestHandler;
};

/** The upper bounds, from a light answer to the deadline, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Creates the metrics of one process, for Prometheus.
 *
 * @param routes the paths with a label of their own; a label for any path would let a client create series without end
 */
export function createMetrics(routes: ReadonlySet<string>, sources: readonly GaugeSource[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that ended, by route and status; 499: the client closed its connection.',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route.',
    labelNames: ['route'] as const,
    buckets: BUCKETS,
    registers,
  });
  gaugeOf(registry, {
    name: 'nodejs_eventloop_utilization',
    help: 'Fraction of the time in which the event loop was busy, since the last scrape.',
    read: eventLoopUtilisation(),
    isFraction: true,
  });
  for (const source of sources) gaugeOf(registry, source);
  return {
    registry,
    observe(request, response, next) {
      const stopTimer = duration.startTimer();
      onceOver(response, () => {
        const route = routes.has(request.path) ? request.path : (patternOf(request) ?? 'other');
        requests.inc({ route, status: response.writableFinished ? response.statusCode : 499 });
        stopTimer({ route });
      });
      next();
    },
  };
}

/** Converts the pattern of a route to OpenAPI's form: `/jobs/{id}`. */
function patternOf(request: Request): string | undefined {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path.replace(/:(\w+)/g, '{$1}') : undefined;
}

function gaugeOf(registry: Registry, { name, help, read, isCounter, isFraction }: GaugeSource): void {
  const options = { name, help, registers: [registry] };
  if (isCounter) {
    new Counter({
      ...options,
      async collect() {
        const value = await read();
        this.reset();
        this.inc(value);
      },
    });
    return;
  }
  new Gauge({
    ...options,
    aggregator: isFraction ? 'average' : 'sum',
    async collect() {
      this.set(await read());
    },
  });
}

function eventLoopUtilisation(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
