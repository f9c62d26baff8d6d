import { fileURLToPath } from 'node:url';
import { numberIn, type Tool } from '../tool.ts';

export const loadtest: Tool = {
  id: 'loadtest',
  get: 'it comes with a clone of this bench',
  counts: 'whole milliseconds; from when a request left',
  countsAtRate: 'whole milliseconds; from when a request left, by a timer that rounds',
  async find() {
    try {
      const program = new URL('bin/loadtest.js', import.meta.resolve('loadtest'));
      return { command: process.execPath, args: [fileURLToPath(program)] };
    } catch {
      return undefined; // the package for npx goes without
    }
  },
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({ args: [...common(connections, seconds), url] }),
  open: ({ url, connections, seconds, perSecond }) => ({
    args: [...common(connections, seconds), '--rps', String(perSecond), url],
  }),
  parse: (output) => ({
    perSecond: numberIn(output, /Completed requests:\s+(\d+)/) / numberIn(output, /Total time:\s+([\d.]+) s/),
    p50: numberIn(output, /^\s*50%\s+(\d+) ms/m),
    p99: numberIn(output, /^\s*99%\s+(\d+) ms/m),
    failures: numberIn(output, /Total errors:\s+(\d+)/),
  }),
};

const common = (connections: number, seconds: number) => [
  ...['-k', '--cores', '1', '-c', String(connections), '-t', String(seconds)],
];
