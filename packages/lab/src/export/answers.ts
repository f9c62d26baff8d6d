import { isRight, type KnownWorkload } from '@cpu-bound/measure/own/known';
import type { JsonObject, Output, Query } from '@cpu-bound/workload';
import type { K6Load, K6Request } from './k6-script.ts';
import type { ExportedLoad } from './loads.ts';

/** Adds the right answers to the requests of a load. */
export const withAnswers = async (load: ExportedLoad, workload: KnownWorkload): Promise<K6Load> => ({
  ...load,
  requests: await Promise.all(load.requests.map(({ query, share }) => requestOf(workload, query, share))),
});

/**
 * Adds the right answer to a request, if there is only one. The function computes it twice, and the oracle has to
 * accept it.
 */
async function requestOf(workload: KnownWorkload, query: Query, share: number): Promise<K6Request> {
  const path = `/${workload.name}?${new URLSearchParams(query)}`;
  const [first, second] = [await workload.compute(query), await workload.compute(query)];
  const isOne = JSON.stringify(first) === JSON.stringify(second);
  if (!isOne || !isJsonObject(first) || !(await isRight(workload, query, first))) return { path, share };
  return { path, share, expected: first };
}

const isJsonObject = (output: Output): output is JsonObject =>
  typeof output === 'object' && output !== null && !Array.isArray(output) && !('octets' in output);
