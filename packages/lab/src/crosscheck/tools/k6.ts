import { k6Script } from '../../export/k6-script.ts';
import { programOnPath, type Tool, Unreadable } from '../tool.ts';

type Values = { readonly values: Readonly<Record<string, number>> };
type Metrics = {
  readonly http_reqs?: Values;
  readonly http_req_duration?: Values;
  readonly http_req_failed?: Values;
};

/** As `bench export k6` writes it, and the summary as JSON on the standard output. */
const script = (url: string, load: { readonly seconds: number } & Rate) => {
  const { origin, pathname, search } = new URL(url);
  const requests = [{ path: `${pathname}${search}`, share: 1 }];
  return `${k6Script({ about: [], origin, loads: [{ name: 'load', requests, ...load }], thresholds: {} })}
export function handleSummary(data) {
  return { stdout: JSON.stringify(data.metrics) };
}
`;
};

type Rate = { readonly perSecond: number } | { readonly connections: number };

export const k6: Tool = {
  id: 'k6',
  get: 'go install go.k6.io/k6@latest, brew install k6',
  counts: 'its own JavaScript takes a share of the cores; what is under way at the end counts, too',
  countsAtRate: 'from when a request left; its own JavaScript takes a share of the cores',
  find: () => programOnPath('k6'),
  version: ['version'],
  closed: ({ url, connections, seconds }) => ({
    args: ['run', '--quiet', '{folder}/load.js'],
    files: { 'load.js': script(url, { connections, seconds }) },
    env: { K6_NO_USAGE_REPORT: 'true' },
  }),
  open: ({ url, seconds, perSecond }) => ({
    args: ['run', '--quiet', '{folder}/load.js'],
    files: { 'load.js': script(url, { perSecond, seconds }) },
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
