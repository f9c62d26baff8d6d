import { BenchError } from '@cpu-bound/measure/model/errors';
import type { Analysis } from '@cpu-bound/study/model';
import { measuredBy } from '../../size/measured.ts';
import type { Rated } from '../data.ts';

/** The rates of each strategy and its p99 there; none where the run measured no latency at any rate. */
export function ratedBy(analysis: Analysis): Rated[] {
  try {
    return measuredBy(analysis).map(({ id, title, rates }) => ({ id, title, rates }));
  } catch (error) {
    if (error instanceof BenchError) return [];
    throw error;
  }
}
