import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import { k6Script } from '../export/k6-script.ts';

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

/** A load generator of other authors. */
export type Tool = {
  readonly id: string;
  /**
   * Finds the file for Node.js, if the tool is a package; absent for a program on the PATH.
   *
   * @throws if it is not installed
   */
  readonly file?: () => string;
  /** Makes the arguments and the standard input for a load. @returns undefined if the tool cannot send it */
  call(load: ToolLoad): { readonly args: readonly string[]; readonly input?: string } | undefined;
  /** Reads the tool's output. @throws Error if it does not have the known form */
  parse(output: string): Reading;
};

const autocannon: Tool = {
  id: 'autocannon',
  file: () => import.meta.resolve('autocannon'),
  call: ({ url, connections, seconds, perSecond }) => ({
    args: [
      ...['-j', '-n', '-t', '30', '-c', `${connections}`, '-d', `${seconds}`],
      ...(perSecond === undefined ? [] : ['-R', `${perSecond}`]),
      url,
    ],
  }),
  parse(output) {
    const { '2xx': answers, duration, latency } = JSON.parse(output);
    return reading(answers / duration, latency.p50, latency.p99);
  },
};

const loadtest: Tool = {
  id: 'loadtest',
  file: () => new URL('bin/loadtest.js', import.meta.resolve('loadtest')).href,
  call: ({ url, connections, seconds, perSecond }) => ({
    args: [
      ...['-k', '--cores', '1', '-c', `${connections}`, '-t', `${seconds}`],
      ...(perSecond === undefined ? [] : ['--rps', `${perSecond}`]),
      url,
    ],
  }),
  parse: (output) =>
    reading(
      numberIn(output, /Completed requests:\s+(\d+)/) / numberIn(output, /Total time:\s+([\d.]+) s/),
      numberIn(output, /^\s*50%\s+(\d+) ms/m),
      numberIn(output, /^\s*99%\s+(\d+) ms/m),
    ),
};

const wrk: Tool = {
  id: 'wrk',
  call: ({ url, connections, seconds, perSecond }) =>
    perSecond === undefined
      ? {
          args: [
            '-t',
            '1',
            '-c',
            `${connections}`,
            '-d',
            `${seconds}s`,
            '--timeout',
            '30s',
            '--latency',
            url,
          ],
        }
      : undefined,
  parse: (output) =>
    reading(
      numberIn(output, /Requests\/sec:\s+([\d.]+)/),
      millisecondsIn(output, /\b50%\s+([\d.]+)(us|ms|s|m)/),
      millisecondsIn(output, /\b99%\s+([\d.]+)(us|ms|s|m)/),
    ),
};

const ab: Tool = {
  id: 'ab',
  // With -t alone, ab stops at 50,000 requests. -l allows answers of different lengths, because they contain their
  // duration.
  call: ({ url, connections, seconds, perSecond }) =>
    perSecond === undefined
      ? {
          args: [
            '-q',
            '-k',
            '-l',
            '-s',
            '30',
            '-c',
            `${connections}`,
            '-t',
            `${seconds}`,
            '-n',
            '10000000',
            url,
          ],
        }
      : undefined,
  parse: (output) =>
    reading(
      numberIn(output, /Requests per second:\s+([\d.]+)/),
      numberIn(output, /\b50%\s+(\d+)/),
      numberIn(output, /\b99%\s+(\d+)/),
    ),
};

const k6: Tool = {
  id: 'k6',
  call: ({ url, connections, seconds, perSecond }) => ({
    args: ['run', '--quiet', '--no-usage-report', '-'],
    input: scriptOf(url, seconds, perSecond === undefined ? { connections } : { perSecond }),
  }),
  parse(output) {
    const [json = ''] = /\{[\s\S]*\}/.exec(output) ?? [];
    const { http_reqs: requests, http_req_duration: times } = JSON.parse(json);
    return reading(requests.values.rate, times.values.med, times.values['p(99)']);
  },
};

/** Writes the script as `bench export k6` does, with the summary as JSON on the standard output. */
function scriptOf(
  url: string,
  seconds: Seconds,
  rate: { readonly perSecond: number } | { readonly connections: number },
): string {
  const { origin, pathname, search } = new URL(url);
  const requests = [{ path: `${pathname}${search}`, share: 1 }];
  return `${k6Script({ about: [], origin, loads: [{ name: 'load', requests, seconds, ...rate }], thresholds: {} })}
export function handleSummary(data) {
  return { stdout: JSON.stringify(data.metrics) };
}
`;
}

const oha: Tool = {
  id: 'oha',
  call: ({ url, connections, seconds, perSecond }) => ({
    args: [
      ...['--no-tui', '--output-format', 'json', '-z', `${seconds}s`, '-c', `${connections}`, '-t', '30s'],
      ...(perSecond === undefined ? [] : ['-q', `${perSecond}`, '--latency-correction']),
      url,
    ],
  }),
  parse(output) {
    const { summary, latencyPercentiles: seconds } = JSON.parse(output);
    return reading(summary.requestsPerSec, seconds.p50 * 1000, seconds.p99 * 1000);
  },
};

/** The tools of published studies; the two that are always installed come first. */
export const tools: readonly Tool[] = [autocannon, loadtest, wrk, ab, k6, oha];

function reading(perSecond: number, p50: Milliseconds, p99: Milliseconds): Reading {
  for (const [name, value] of Object.entries({ 'requests per second': perSecond, p50, p99 }))
    if (!(value > 0)) throw new Error(`no ${name} in its output`);
  return { perSecond, p50, p99 };
}

const numberIn = (output: string, pattern: RegExp): number => Number(pattern.exec(output)?.[1]);

const UNITS: Readonly<Record<string, Milliseconds>> = { us: 1e-3, ms: 1, s: 1e3, m: 6e4 };

/** Reads `12.34ms` as 12.34. */
function millisecondsIn(output: string, pattern: RegExp): Milliseconds {
  const [, value, unit = ''] = pattern.exec(output) ?? [];
  return Number(value) * (UNITS[unit] ?? Number.NaN);
}
