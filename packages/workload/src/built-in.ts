import { fileURLToPath } from 'node:url';
import compress from './compress/workload.ts';
import type { Workload } from './contract.ts';
import { kernelIn } from './own/specifier.ts';
import payload from './payload/workload.ts';
import primes from './primes/workload.ts';
import records from './records/workload.ts';
import scrypt from './scrypt/workload.ts';

/** The workloads that need no file, each of another shape of work. */
export const builtInWorkloads: readonly Workload[] = [primes, records, compress, scrypt, payload].map(
  (one) => one as unknown as Workload,
);

/** Whether a specifier names one of them, by a kernel of its own or not. */
export const isBuiltIn = (specifier: string): boolean =>
  builtInWorkloads.some(({ name }) => name === (kernelIn(specifier)?.workload ?? specifier));

/** The module of one of them, which is loaded by its path as one of somebody's own is. */
export const builtInFile = (name: string): string =>
  fileURLToPath(new URL(`./${name}/workload.ts`, import.meta.url));
