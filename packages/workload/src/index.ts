export { builtInWorkloads } from './built-in.ts';
export * from './contract.ts';
export { loadWorkload, poisonedSpecifier, WorkloadError } from './load.ts';
export { POISONS, type Poison } from './poisoned/poison.ts';
export { POISON, TRACE } from './poisoned/workload.ts';
export { primes } from './primes/workload.ts';
