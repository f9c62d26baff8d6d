export { builtInFile, builtInWorkloads } from './built-in.ts';
export * from './contract.ts';
export { loadWorkload, poisonedSpecifier, WorkloadError } from './load.ts';
export { folderOfBundles } from './own/folder.ts';
export { reasonOf } from './own/reason.ts';
export { ownSources } from './own/sources.ts';
export { absoluteSpecifier, fileOf, withInputs } from './own/specifier.ts';
export { default as primes } from './primes/workload.ts';
export { routeOf } from './route.ts';
