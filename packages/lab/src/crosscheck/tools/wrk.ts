import { numberIn, optionalNumber, programOnPath, type Tool, Unreadable } from '../tool.ts';

const UNITS: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, s: 1e3, m: 6e4 };

/** `12.34ms` → milliseconds. */
function duration(output: string, pattern: RegExp): number {
  const [, value, unit = ''] = pattern.exec(output) ?? [];
  const factor = UNITS[unit];
  if (value === undefined || factor === undefined) throw new Unreadable(`no ${pattern.source} in its output`);
  return Number(value) * factor;
}

export const wrk: Tool = {
  id: 'wrk',
  get: 'apt install wrk, brew install wrk',
  counts: 'percentiles after a correction of its own for requests that it did not send while it waited',
  find: () => programOnPath('wrk'),
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({
    args: ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '--latency', url],
  }),
  parse: (output) => ({
    perSecond: numberIn(output, /Requests\/sec:\s+([\d.]+)/),
    p50: duration(output, /\b50%\s+([\d.]+)(us|ms|s|m)/),
    p99: duration(output, /\b99%\s+([\d.]+)(us|ms|s|m)/),
    failures: optionalNumber(output, /Non-2xx or 3xx responses: (\d+)/) ?? 0,
  }),
};
