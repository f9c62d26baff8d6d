import { primes } from '@cpu-bound/workload';
import type { Milliseconds, ReferenceResult, Window } from '../model.ts';
import type { RunContext } from './context.ts';

/** This is long enough for a mean, and short enough to measure before every block. */
const REFERENCE_MS: Milliseconds = 100;

/**
 * Times the kernel on all cores at once, before a block. It gives the physical limit, and shows how steady the
 * machine is.
 *
 * Requests from a file have no kernel: a built-in one shows only how steady the machine is.
 *
 * @returns undefined for a window without a load
 * @throws the workload's own error
 */
export async function referenceFor(
  { load }: Window,
  { config, generators, signal }: Pick<RunContext, 'config' | 'generators' | 'signal'>,
): Promise<ReferenceResult | undefined> {
  if (!load) return undefined;
  const { cores, workloadSpecifier, requests } = config;
  const [workload, query] = requests ? [primes.name, primes.headline] : [workloadSpecifier, load.query];
  const spec = { workload, query, ms: REFERENCE_MS, threads: cores };
  return { input: query, ...(await generators.reference.run(spec, signal)) };
}
