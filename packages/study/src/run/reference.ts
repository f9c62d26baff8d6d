import { primes } from '@cpu-bound/workload';
import type { Milliseconds, ReferenceResult, Window } from '../model.ts';
import type { RunContext } from './context.ts';

/** Long enough for a mean, short enough to stand beside every block. */
const REFERENCE_MS: Milliseconds = 100;

/**
 * The kernel on all cores at once, beside a block: what the physical limit is made of, and how steady the machine is.
 *
 * Where requests come from a file, there is no kernel: a built-in one tells how steady the machine is, and no more.
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
