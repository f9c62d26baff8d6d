import { execFile } from 'node:child_process';
import { knownEnvironment } from '@cpu-bound/measure/host/known-environment';
import { onPath } from '@cpu-bound/measure/host/run';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import type { Query } from '@cpu-bound/workload';
import { openLoad } from '../selfcheck/generator.ts';

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

/** A tool, and the file of its program. */
export type InstalledTool = { readonly tool: Tool; readonly program: string };

/** Every tool starts, waits for its last answers and sums up within this time. */
const GRACE_MS = 60_000;

/** Finds the tools that are on the PATH. */
export async function findInstalled(tools: readonly Tool[]): Promise<InstalledTool[]> {
  const found = await Promise.all(tools.map(async (tool) => ({ tool, program: await onPath(tool.id) })));
  return found.flatMap(({ tool, program }) => (program === undefined ? [] : [{ tool, program }]));
}

/** Runs a tool once. @throws Error naming the tool, with the last line that it printed */
export async function runTool(
  { tool, program }: InstalledTool,
  load: ToolLoad,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    return tool.parse(await outputOf(program, tool.call(load), load, signal));
  } catch (error) {
    signal.throwIfAborted();
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${tool.id}: ${(stderr.trim() || message).split('\n').at(-1)}`);
  }
}

/** Runs a program. @returns its standard output @throws with its `stderr` if it fails */
const outputOf = (
  program: string,
  { args, script }: ReturnType<Tool['call']>,
  { seconds }: ToolLoad,
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        timeout: seconds * 1000 + GRACE_MS,
        killSignal: 'SIGKILL',
        env: knownEnvironment(), // it has no proxy
        signal,
      },
      (error, stdout, stderr) => (error ? reject(Object.assign(error, { stderr })) : resolve(stdout)),
    );
    child.stdin?.on('error', () => {}); // the program may end before it has read its script
    child.stdin?.end(script);
  });

export const OURS = 'ours';

type QuerySpec = { readonly query: Query; readonly workload: string };

/**
 * Runs the bench's own loops in the way of the tools: over their whole time, and at equal distances. Latencies of the
 * open loop count from the due time.
 */
export async function readOurs(
  { closed, open }: Generators,
  { url, connections, seconds, perSecond }: ToolLoad,
  { query, workload }: QuerySpec,
  signal: AbortSignal,
): Promise<Reading> {
  const { origin, pathname, search } = new URL(url);
  if (perSecond === undefined) {
    const load = { kind: 'closed', query, connections } as const;
    const { result, latencies } = await closed.run(
      { origin, load, leadInSeconds: 0, seconds, workload },
      signal,
    );
    return { perSecond: result.perSecond, ...percentiles(latencies) };
  }
  const load = openLoad({ origin, path: `${pathname}${search}`, perSecond, seconds, seed: 'crosscheck' });
  const { result, latencies } = await open.run(
    { ...load, arrivals: 'constant', connections, timeoutMs: 30_000 },
    signal,
  );
  return { perSecond: result.answers / result.seconds, ...percentiles(latencies.fromDue) };
}

function percentiles(latencies: Float32Array): Pick<Reading, 'p50' | 'p99'> {
  const sorted = sortedCopy(latencies);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
