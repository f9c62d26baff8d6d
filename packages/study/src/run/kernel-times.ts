import type { Query } from '@cpu-bound/workload';
import type { Dimensions, OpenLoad } from '../model.ts';
import { ImpossibleWindow } from './unsound-window.ts';

/**
 * The rough cost of a request without the kernel. If it were left out, small tasks would make a load seem lighter than
 * it is.
 */
const OVERHEAD_MS = 1;

/** The name of an input in the dimensions. */
export const inputKey = (query: Query) => new URLSearchParams(query).toString();

/**
 * The number of requests of an input that one core would answer in a second.
 *
 * @throws ImpossibleWindow if it was not timed
 */
export function capacityOfCore(query: Query, dimensions: Dimensions): number {
  const ms = requestMs(query, dimensions);
  if (ms === undefined) throw new ImpossibleWindow(['the kernel was not timed for this input']);
  return 1000 / ms;
}

/** The number of requests of the mix that are as much work as one of the headline's, by the kernel's own times. */
export function relativeSize({ query, mix }: OpenLoad, dimensions: Dimensions): number {
  if (!mix) return 1;
  const ms = (input: Query) => requestMs(input, dimensions) ?? Number.NaN;
  const total = mix.reduce((sum, { share }) => sum + share, 0);
  const relative = ms(query) / mix.reduce((sum, part) => sum + (part.share / total) * ms(part.query), 0);
  if (!Number.isFinite(relative))
    throw new ImpossibleWindow(['the kernel was not timed for the parts of the mix']);
  return relative;
}

function requestMs(query: Query, { kernelMs }: Dimensions): number | undefined {
  const ms = kernelMs[inputKey(query)];
  return ms === undefined ? undefined : ms + OVERHEAD_MS;
}
