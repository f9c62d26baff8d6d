import { programOnPath, type Tool, Unreadable } from '../tool.ts';

type Values = { readonly values: Readonly<Record<string, number>> };
type Metrics = {
  readonly http_reqs?: Values;
  readonly http_req_duration?: Values;
  readonly http_req_failed?: Values;
};

/** What a scenario is, and the summary as JSON on the standard output. */
const script = (url: string, scenario: object) => `import http from 'k6/http';
export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(99)'],
  scenarios: { load: ${JSON.stringify({ ...scenario, gracefulStop: '30s' })} },
};
export default function () {
  http.get(${JSON.stringify(url)}, { timeout: '30s' });
}
export function handleSummary(data) {
  return { stdout: JSON.stringify(data.metrics) };
}
`;

export const k6: Tool = {
  id: 'k6',
  get: 'go install go.k6.io/k6@latest, brew install k6',
  counts: 'its own JavaScript takes a share of the cores; what is under way at the end counts, too',
  countsAtRate: 'from when a request left; its own JavaScript takes a share of the cores',
  find: () => programOnPath('k6'),
  version: ['version'],
  closed: ({ url, connections, seconds }) => ({
    args: ['run', '--quiet', '{folder}/load.js'],
    files: {
      'load.js': script(url, { executor: 'constant-vus', vus: connections, duration: `${seconds}s` }),
    },
    env: { K6_NO_USAGE_REPORT: 'true' },
  }),
  open: ({ url, connections, seconds, perSecond }) => ({
    args: ['run', '--quiet', '{folder}/load.js'],
    files: {
      'load.js': script(url, {
        executor: 'constant-arrival-rate',
        rate: Math.round(perSecond * 60),
        timeUnit: '60s',
        duration: `${seconds}s`,
        preAllocatedVUs: connections,
      }),
    },
    env: { K6_NO_USAGE_REPORT: 'true' },
  }),
  parse(output) {
    const [json] = /\{[\s\S]*\}/.exec(output) ?? [];
    const {
      http_reqs: requests,
      http_req_duration: times,
      http_req_failed: failed,
    } = JSON.parse(json ?? '') as Metrics;
    const [perSecond, p50, p99] = [requests?.values.rate, times?.values.med, times?.values['p(99)']];
    if (perSecond === undefined || p50 === undefined || p99 === undefined)
      throw new Unreadable('no http_reqs or http_req_duration in its summary');
    return { perSecond, p50, p99, failures: failed?.values.passes ?? 0 };
  },
};
