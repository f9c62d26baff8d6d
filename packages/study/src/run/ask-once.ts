import { oneOff } from '@cpu-bound/measure/host/readiness';
import type { Query, Workload } from '@cpu-bound/workload';

/** An answer as a verifier takes it. */
export type Asked = { readonly status: number; readonly body: Buffer; readonly result: string | undefined };

/** Asks a service once for a workload, with the body that belongs to the query where there is one. */
export async function askOnce(
  origin: string,
  workload: Workload,
  query: Query,
  signal: AbortSignal,
): Promise<Asked> {
  const sent = workload.bodyFor?.(query);
  const how = sent ? { method: 'POST', body: Buffer.from(sent) } : {};
  const url = `${origin}/${workload.name}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { ...how, headers: oneOff, signal });
  const result = response.headers.get('x-result') ?? undefined;
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()), result };
}
