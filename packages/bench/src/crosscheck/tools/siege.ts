import { onPath } from '../../measure/host/on-path.ts';
import { type Tool, Unreadable } from '../tool.ts';

export const siege: Tool = {
  id: 'siege',
  get: 'apt install siege, brew install siege',
  counts: 'a thread for each connection, no percentiles',
  find: async () => {
    const command = await onPath('siege');
    return command === undefined ? undefined : { command };
  },
  version: ['--version'],
  closed: ({ url, connections, seconds }) => ({
    args: [
      ...['--rc={folder}/siegerc', '--benchmark', '--json-output', '--no-parser', '--quiet'],
      ...[`--concurrent=${connections}`, `--time=${seconds}S`, url],
    ],
    files: { siegerc: 'connection = keep-alive\nlimit = 10000\ntimeout = 30\nfailures = 1000000\n' },
    env: { HOME: '{folder}' }, // it would write a folder into the user's
  }),
  parse(output) {
    const [json] = /\{[\s\S]*\}/.exec(output) ?? [];
    const found = JSON.parse(json ?? '') as Record<string, number | undefined>;
    const { transaction_rate: perSecond, failed_transactions: failures = 0 } = found;
    if (perSecond === undefined) throw new Unreadable('no transaction_rate in its output');
    return { perSecond, failures };
  },
};
