import { fileURLToPath } from 'node:url';
import { type Tool, Unreadable } from '../tool.ts';

type Output = {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly duration: number;
  readonly latency: { readonly p50: number; readonly p99: number };
};

export const autocannon: Tool = {
  id: 'autocannon',
  get: 'it comes with this bench',
  counts: 'whole milliseconds; of its time whole seconds',
  countsAtRate: 'for each request that it holds back it makes latencies up, and counts those as well',
  find: async () => ({
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve('autocannon'))],
  }),
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({ args: [...common(connections, seconds), url] }),
  open: ({ url, connections, seconds, perSecond }) => ({
    args: [...common(connections, seconds), '-R', String(perSecond), url],
  }),
  parse(output) {
    const found = JSON.parse(output) as Partial<Output>;
    const { '2xx': good, duration, latency, non2xx = 0, errors = 0 } = found;
    if (good === undefined || !duration || !latency) throw new Unreadable('no 2xx, duration or latency');
    return {
      perSecond: good / duration,
      p50: latency.p50,
      p99: latency.p99,
      failures: non2xx + errors,
    };
  },
};

const common = (connections: number, seconds: number) => [
  ...['-j', '-n', '-t', '30', '-c', String(connections), '-d', String(seconds)],
];
