import type { Generators } from '@cpu-bound/measure/load/loads';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import type { Query } from '@cpu-bound/workload';
import { openLoad } from '../selfcheck/open-load.ts';
import type { Reading, ToolLoad } from './tools.ts';

export const OURS = 'ours';

type QuerySpec = { readonly query: Query; readonly workload: string };

/**
 * Runs the bench's own loops in the way of the tools: over their whole time, and at equal distances. Latencies of the
 * open loop count from the due time.
 */
export async function readOurs(
  { closed, open }: Generators,
  { url, connections, seconds, perSecond }: ToolLoad,
  { query, workload }: QuerySpec,
  signal: AbortSignal,
): Promise<Reading> {
  const { origin, pathname, search } = new URL(url);
  if (perSecond === undefined) {
    const load = { kind: 'closed', query, connections } as const;
    const { result, latencies } = await closed.run(
      { origin, load, leadInSeconds: 0, seconds, workload },
      signal,
    );
    return { perSecond: result.perSecond, ...percentiles(latencies) };
  }
  const load = openLoad({ origin, path: `${pathname}${search}`, perSecond, seconds, seed: 'crosscheck' });
  const { result, latencies } = await open.run(
    { ...load, arrivals: 'constant', connections, timeoutMs: 30_000 },
    signal,
  );
  return { perSecond: result.answers / result.seconds, ...percentiles(latencies.fromDue) };
}

function percentiles(latencies: Float32Array): Pick<Reading, 'p50' | 'p99'> {
  const sorted = sortedCopy(latencies);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
