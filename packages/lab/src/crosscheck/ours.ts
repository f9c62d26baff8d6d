import type { Generators } from '@cpu-bound/measure/load/loads';
import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import type { Query } from '@cpu-bound/workload';
import { openLoad } from '../selfcheck/open-load.ts';
import { type Reading, type ToolLoad, type ToolRateLoad, Unreadable } from './tool.ts';

export const OURS = 'ours';

/** The closed loop of a run, over the whole of its time, as the tools count. */
export async function oursClosed(
  { closed }: Pick<Generators, 'closed'>,
  { url, connections, seconds }: ToolLoad,
  { query, workload }: { readonly query: Query; readonly workload: string },
  signal: AbortSignal,
): Promise<Reading> {
  const load = { kind: 'closed', query, connections } as const;
  const { origin } = new URL(url);
  const { result, latencies } = await closed.run(
    { origin, load, leadInSeconds: 0, seconds, workload },
    signal,
  );
  if (result.firstWrong !== undefined) throw new Unreadable(`a wrong answer: ${result.firstWrong}`);
  return { perSecond: result.perSecond, ...percentiles(latencies), failures: 0 };
}

/** The open loop of a run, at equal distances as the tools send; latencies from the time that was due. */
export async function oursOpen(
  { open }: Pick<Generators, 'open'>,
  { url, connections, seconds, perSecond }: ToolRateLoad,
  signal: AbortSignal,
): Promise<Reading> {
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  const load = openLoad({ origin, path, perSecond, seconds, seed: 'crosscheck' });
  const { result, latencies } = await open.run(
    { ...load, arrivals: 'constant', connections, timeoutMs: 30_000 },
    signal,
  );
  return { perSecond: result.answers / result.seconds, ...percentiles(latencies.fromDue), failures: 0 };
}

function percentiles(latencies: Float32Array): Pick<Reading, 'p50' | 'p99'> {
  if (latencies.length === 0) throw new Unreadable('no answer');
  const sorted = sortedCopy(latencies);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
