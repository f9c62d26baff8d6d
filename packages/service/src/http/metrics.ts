import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onceOver } from './admission.ts';

export { Counter, Gauge };

/** The metrics of this process, also those of its strategy. prom-client's own registry is left to the function. */
export const registry = new Registry();
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
  // From a light answer to the deadline.
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
let lastUtilisation = performance.eventLoopUtilization();
new Gauge({
  name: 'nodejs_eventloop_utilization',
  help: 'Fraction of the time in which the event loop was busy, since the last scrape.',
  registers,
  aggregator: 'average', // several processes on one port report its mean, and of other gauges the sum
  collect() {
    const now = performance.eventLoopUtilization();
    this.set(performance.eventLoopUtilization(now, lastUtilisation).utilization);
    lastUtilisation = now;
  },
});

/** Counts and times the requests of routes; those of other paths are counted together. */
export const observe: RequestHandler = (request, response, next) => {
  const stopTimer = duration.startTimer();
  onceOver(response, () => {
    const route = routeOf(request);
    requests.inc({ route, status: response.writableFinished ? response.statusCode : 499 });
    stopTimer({ route });
  });
  next();
};

/** Names the route as OpenAPI does: `/jobs/{id}`. A label for any path would let a client create series without end. */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path.replace(/:(\w+)/g, '{$1}') : 'other';
}
