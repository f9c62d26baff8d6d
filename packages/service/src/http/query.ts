import { InvalidParameter, type Query } from '@cpu-bound/workload';
import { z } from 'zod';

const singleValues = z.record(z.string(), z.string());

/**
 * The query of a request as the workload's `parse` takes it.
 *
 * @throws InvalidParameter for a parameter that is given more than once
 */
export function singleValued(query: unknown): Query {
  const parsed = singleValues.safeParse(query);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? 'query');
  throw new InvalidParameter(name, 'is given more than once', 'one value');
}
