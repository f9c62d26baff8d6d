import { programOnPath, type Tool, Unreadable } from '../tool.ts';

export const siege: Tool = {
  id: 'siege',
  get: 'apt install siege, brew install siege',
  counts: 'a thread for each connection; it ends up to a second before its time',
  find: () => programOnPath('siege'),
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
    // Its 4.0.7 also counts every short answer as failed.
    const { transaction_rate: perSecond, transactions, successful_transactions: good } = found;
    if (perSecond === undefined || transactions === undefined || good === undefined)
      throw new Unreadable('no transactions or transaction_rate in its output');
    return { perSecond, failures: transactions - good };
  },
};
