import type { Query, Workload } from '@cpu-bound/workload';
import { oneOff } from '../host/readiness.ts';

/** An answer as a verifier takes it. */
export type Asked = { readonly status: number; readonly text: string; readonly result: string | undefined };

/** Asks a service once for a workload, with the body that belongs to the query where there is one. */
export async function askOnce(
  origin: string,
  workload: Workload,
  query: Query,
  signal: AbortSignal,
): Promise<Asked> {
  const body = workload.bodyFor?.(query);
  const how = body ? { method: 'POST', body: Buffer.from(body) } : {};
  const url = `${origin}/${workload.name}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { ...how, headers: oneOff, signal });
  const result = response.headers.get('x-result') ?? undefined;
  const octets = Buffer.from(await response.arrayBuffer());
  return { status: response.status, text: octets.toString(result === undefined ? 'utf8' : 'latin1'), result };
}
