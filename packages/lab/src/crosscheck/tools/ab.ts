import { numberIn, optionalNumber, programOnPath, type Tool } from '../tool.ts';

/** Its -t alone stops at 50,000 requests. */
const MOST_REQUESTS = 10_000_000;

export const ab: Tool = {
  id: 'ab',
  get: 'apt install apache2-utils, brew install httpd',
  counts: 'whole milliseconds; HTTP/1.0 with keep-alive',
  find: () => programOnPath('ab'),
  version: ['-V'],
  // -l: answers say how long they took, and so differ in length.
  closed: ({ url, connections, seconds }) => ({
    args: [
      ...['-q', '-k', '-l', '-s', '30', '-c', String(connections)],
      ...['-t', String(seconds), '-n', String(MOST_REQUESTS), url],
    ],
  }),
  parse: (output) => ({
    perSecond: numberIn(output, /Requests per second:\s+([\d.]+)/),
    p50: numberIn(output, /\b50%\s+(\d+)/),
    p99: numberIn(output, /\b99%\s+(\d+)/),
    failures:
      numberIn(output, /Failed requests:\s+(\d+)/) +
      (optionalNumber(output, /Non-2xx responses:\s+(\d+)/) ?? 0),
  }),
};
