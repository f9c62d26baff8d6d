import { inputOf, type JsonObject, type Query, type Workload } from '@cpu-bound/workload';
import type { K6Load, K6Request } from './k6-script.ts';
import type { ExportedLoad } from './loads.ts';

/** A load whose requests have the answers that are right for them. */
export const withAnswers = async (load: ExportedLoad, workload: Workload): Promise<K6Load> => ({
  ...load,
  requests: await Promise.all(load.requests.map(({ query, share }) => requestOf(workload, query, share))),
});

/** The right answer goes along, where there is only one: computed twice, and accepted by the oracle. */
async function requestOf(workload: Workload, query: Query, share: number): Promise<K6Request> {
  const path = `/${workload.name}?${new URLSearchParams(query)}`;
  // It may change what it is given, and fill the same answer again.
  const answer = async () => structuredClone(await workload.run(inputOf(workload, query)));
  const [first, second] = [await answer(), await answer()];
  const isOne = JSON.stringify(first) === JSON.stringify(second);
  if (!isOne || 'octets' in first || !workload.verify(inputOf(workload, query), first))
    return { path, share };
  return { path, share, expected: first as JsonObject };
}
