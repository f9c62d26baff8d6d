import { programOnPath, type Tool, Unreadable } from '../tool.ts';

type Output = {
  readonly summary: { readonly requestsPerSec: number };
  readonly latencyPercentiles: { readonly p50: number | null; readonly p99: number | null };
  readonly statusCodeDistribution: Readonly<Record<string, number>>;
  readonly errorDistribution: Readonly<Record<string, number>>;
};

/** Those that were under way when its time was over. */
const CUT_OFF = 'aborted due to deadline';

export const oha: Tool = {
  id: 'oha',
  get: 'cargo install oha --locked, brew install oha',
  counts: 'what is under way at the end is left out',
  countsAtRate: 'from when a request was due',
  find: () => programOnPath('oha'),
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({
    args: [...common(seconds, connections), url],
  }),
  open: ({ url, connections, seconds, perSecond }) => ({
    args: [...common(seconds, connections), '-q', String(perSecond), '--latency-correction', url],
  }),
  parse(output) {
    const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution } = JSON.parse(
      output,
    ) as Output;
    const { p50, p99 } = latencyPercentiles;
    if (p50 === null || p99 === null) throw new Unreadable('it had no answer');
    const sum = (entries: [string, number][]) => entries.reduce((total, [, count]) => total + count, 0);
    const statuses = Object.entries(statusCodeDistribution);
    const errors = Object.entries(errorDistribution);
    return {
      perSecond: summary.requestsPerSec,
      p50: p50 * 1000,
      p99: p99 * 1000,
      failures:
        sum(statuses.filter(([status]) => !status.startsWith('2'))) +
        sum(errors.filter(([error]) => error !== CUT_OFF)),
    };
  },
};

const common = (seconds: number, connections: number) => [
  ...['--no-tui', '--output-format', 'json', '-z', `${seconds}s`, '-c', String(connections), '-t', '30s'],
];
