export { builtInFile, builtInWorkloads } from './built-in.ts';
export * from './contract.ts';
export { loadWorkload, poisonedSpecifier, WorkloadError } from './load.ts';
export { default as primes } from './primes/workload.ts';
