import { numberIn, programOnPath, type Tool } from '../tool.ts';

export const h2load: Tool = {
  id: 'h2load',
  get: 'apt install nghttp2-client, brew install nghttp2',
  counts: 'only what was begun and done within its time',
  find: () => programOnPath('h2load'),
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({
    args: ['--h1', '-t', '1', '-c', String(connections), '-D', String(seconds), url],
  }),
  parse(output) {
    const total = numberIn(output, /requests: \d+ total, \d+ started, (\d+) done/);
    const good = numberIn(output, /status codes: (\d+) 2xx/);
    return { perSecond: numberIn(output, /finished in [^,]+, ([\d.]+) req\/s/), failures: total - good };
  },
};
