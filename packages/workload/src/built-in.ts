import { fileURLToPath } from 'node:url';
import compress from './compress/workload.ts';
import type { Workload } from './contract.ts';
import { kernelIn } from './own/specifier.ts';
import payload from './payload/workload.ts';
import primes from './primes/workload.ts';
import records from './records/workload.ts';
import scrypt from './scrypt/workload.ts';

/** The workloads that need no file. Each has another shape of work. */
export const builtInWorkloads = [
  primes,
  records,
  compress,
  scrypt,
  payload,
] as readonly unknown[] as readonly Workload[];

/** Returns true if a specifier names a built-in workload, with or without a kernel. */
export const isBuiltIn = (specifier: string): boolean =>
  builtInWorkloads.some(({ name }) => name === (kernelIn(specifier)?.workload ?? specifier));

/** Finds the module of a built-in workload, for code that loads it by its path as it loads a user's own. */
export const builtInFile = (name: string): string =>
  fileURLToPath(new URL(`./${name}/workload.ts`, import.meta.url));
