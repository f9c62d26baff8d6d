import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import { Client } from 'undici';
import type { Milliseconds } from '../../model.ts';

/** A p90 needs about this many round trips. */
const ROUND_TRIPS = 200;

/** Measures the round trip to a light route, one request after the other: the network, and a bare answer. */
export async function roundTrip(
  origin: string,
  path = '/hello',
): Promise<{ readonly p50: Milliseconds; readonly p90: Milliseconds }> {
  const client = new Client(origin);
  try {
    const took: number[] = [];
    for (let sent = 0; sent < ROUND_TRIPS; sent++) {
      const at = performance.now();
      const { body } = await client.request({ path, method: 'GET' });
      await body.dump();
      took.push(performance.now() - at);
    }
    const sorted = sortedCopy(took);
    return { p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) };
  } finally {
    await client.destroy();
  }
}
