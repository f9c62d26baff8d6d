export { builtInWorkloads } from './built-in.ts';
export * from './contract.ts';
export { loadWorkload, WorkloadError } from './load.ts';
export { primes } from './primes/workload.ts';
