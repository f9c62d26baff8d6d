import type { Milliseconds, Seconds } from '@cpu-bound/study/model';
import { k6Script } from '../export/k6-script.ts';
import { fromAb, fromAutocannon, fromLoadtest, numberIn } from './tool-outputs.ts';

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
  parse: (output) => reading(fromAutocannon(output)),
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
  parse(output) {
    const figures = fromLoadtest(output); // it prints a whole number of requests per second
    return reading({
      ...figures,
      perSecond: numberIn(output, /Completed requests:\s+(\d+)/) / figures.totalS,
    });
  },
};

const wrk: Tool = {
  id: 'wrk',
  call: closedLoop(({ url, connections, seconds }) => [
    ...['-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '--timeout', '30s', '--latency'],
    url,
  ]),
  parse: (output) =>
    reading({
      perSecond: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
      p50: millisecondsIn(output, /\b50%\s+([\d.]+)(us|ms|s|m)/),
      p99: millisecondsIn(output, /\b99%\s+([\d.]+)(us|ms|s|m)/),
    }),
};

const ab: Tool = {
  id: 'ab',
  // With -t alone, ab stops at 50,000 requests. -l allows answers of different lengths, because they contain their
  // duration.
  call: closedLoop(({ url, connections, seconds }) => [
    ...['-q', '-k', '-l', '-s', '30', '-c', `${connections}`, '-t', `${seconds}`, '-n', '10000000'],
    url,
  ]),
  parse: (output) => reading(fromAb(output)),
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
    return reading({ perSecond: requests.values.rate, p50: times.values.med, p99: times.values['p(99)'] });
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
    return reading({
      perSecond: summary.requestsPerSec,
      p50: seconds.p50 * 1000,
      p99: seconds.p99 * 1000,
    });
  },
};

/** The tools of published studies; the two that are always installed come first. */
export const tools: readonly Tool[] = [autocannon, loadtest, wrk, ab, k6, oha];

/** Makes the call of a tool that sends no requests at a rate. */
function closedLoop(argsOf: (load: ToolLoad) => readonly string[]): Tool['call'] {
  return (load) => (load.perSecond === undefined ? { args: argsOf(load) } : undefined);
}

/** @throws Error for a figure that is missing, or not positive */
function reading({ perSecond = 0, p50 = 0, p99 = 0 }: Partial<Reading>): Reading {
  const figures = { perSecond, p50, p99 };
  for (const [name, value] of Object.entries(figures))
    if (!(value > 0)) throw new Error(`no ${name} in its output`);
  return figures;
}

const UNITS: Readonly<Record<string, Milliseconds>> = { us: 1e-3, ms: 1, s: 1e3, m: 6e4 };

/** Reads `12.34ms` as 12.34. */
function millisecondsIn(output: string, pattern: RegExp): Milliseconds {
  const [, value, unit = ''] = pattern.exec(output) ?? [];
  return Number(value) * (UNITS[unit] ?? Number.NaN);
}
