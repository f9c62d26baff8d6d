import type { Milliseconds, Seconds } from '@cpu-bound/study/model';

/** A closed loop on this many connections, or requests at a rate, whether or not they are answered. */
export type ToolLoad = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: Seconds;
  readonly perSecond?: number;
};

/** A tool's figures of a load. They cover the whole time, with its beginning and end. */
export type Reading = {
  readonly perSecond: number;
  readonly p50: Milliseconds;
  readonly p99: Milliseconds;
};

/** A load generator of other authors: a program on the PATH that prints JSON, and reads its script from a pipe. */
export type Tool = {
  readonly id: string;
  call(load: ToolLoad): { readonly args: readonly string[]; readonly script?: string };
  /** Reads the JSON that the tool printed. @throws if it does not have the known form */
  parse(json: string): Reading;
};

const oha: Tool = {
  id: 'oha',
  call: ({ url, connections, seconds, perSecond }) => ({
    args: [
      ...['--no-tui', '--output-format', 'json', '-z', `${seconds}s`, '-c', `${connections}`, '-t', '30s'],
      ...(perSecond === undefined ? [] : ['-q', `${perSecond}`, '--latency-correction']),
      url,
    ],
  }),
  parse(json) {
    const { summary, latencyPercentiles: seconds } = JSON.parse(json);
    return reading({
      perSecond: summary.requestsPerSec,
      p50: seconds.p50 * 1000,
      p99: seconds.p99 * 1000,
    });
  },
};

const k6: Tool = {
  id: 'k6',
  call: (load) => ({ args: ['run', '--quiet', '--no-usage-report', '-'], script: k6Script(load) }),
  parse(json) {
    const { http_reqs: requests, http_req_duration: times } = JSON.parse(json);
    return reading({ perSecond: requests.values.rate, p50: times.values.med, p99: times.values['p(99)'] });
  },
};

/** Writes a script that sends a load, and prints k6's metrics as JSON. */
function k6Script({ url, connections, seconds, perSecond }: ToolLoad): string {
  const scenario =
    perSecond === undefined
      ? { executor: 'constant-vus', vus: connections }
      : {
          executor: 'constant-arrival-rate',
          rate: perSecond,
          preAllocatedVUs: Math.max(50, perSecond),
          maxVUs: Math.max(100, perSecond * 30),
        };
  const options = {
    scenarios: { load: { ...scenario, duration: `${seconds}s`, gracefulStop: '30s' } },
    summaryTrendStats: ['med', 'p(99)'],
  };
  return `import http from 'k6/http';
export const options = ${JSON.stringify(options)};
export default () => { http.get(${JSON.stringify(url)}, { timeout: '30s' }); };
export const handleSummary = ({ metrics }) => ({ stdout: JSON.stringify(metrics) });
`;
}

/** Tools that can send both loads. */
export const tools: readonly Tool[] = [oha, k6];

/** @throws Error for a figure that is missing, or not positive */
function reading(figures: Reading): Reading {
  for (const [name, value] of Object.entries(figures))
    if (!(value > 0)) throw new Error(`no ${name} in its output`);
  return figures;
}
