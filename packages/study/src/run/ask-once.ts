import { oneOff } from '@cpu-bound/measure/host/readiness';
import { verifyOnce } from '@cpu-bound/measure/load/verifier';
import { bodyTypeOf, type Query, type Workload } from '@cpu-bound/workload';

/** An answer in the form that a verifier needs. */
type ServiceAnswer = { readonly status: number; readonly body: Buffer; readonly result: string | undefined };

/** Asks a service once for a workload, with the body that belongs to the query where there is one. */
export async function askOnce(
  origin: string,
  workload: Workload,
  query: Query,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const sent = workload.bodyFor?.(query);
  const how = sent ? { method: 'POST', body: Buffer.from(sent) } : {};
  const headers = sent ? { ...oneOff, 'content-type': bodyTypeOf(workload) } : oneOff;
  const url = `${origin}/${workload.name}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { ...how, headers, signal });
  const result = response.headers.get('x-result') ?? undefined;
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()), result };
}

/** Asks once, and explains what is wrong with the answer; undefined if it is right. */
export async function wrongAnswer(
  origin: string,
  workload: Workload,
  query: Query,
  signal: AbortSignal,
): Promise<string | undefined> {
  const answer = await askOnce(origin, workload, query, signal);
  const verification = verifyOnce(workload, query, answer);
  if (verification.outcome === 'ok') return undefined;
  const why = verification.outcome === 'wrong' ? verification.why : `status ${answer.status}`;
  return `/${workload.name}?${new URLSearchParams(query)}: ${why}`;
}
