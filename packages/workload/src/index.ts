export { isAlike } from './complete.ts';
export * from './contract.ts';
export {
  builtInFile,
  builtInWorkloads,
  inspectedSpecifier,
  isBuiltIn,
  loadWorkload,
  ownSources,
  poisonedSpecifier,
  requestsFor,
} from './load.ts';
export { folderOfBundles, ownFolder } from './own/bundles.ts';
export { ALL_SAMPLES } from './own/function.ts';
export { reasonOf } from './own/reason.ts';
export {
  absoluteSpecifier,
  argumentsIn,
  fileOf,
  kernelSpecifier,
  NAME,
  routeOf,
  withInputs,
} from './own/specifier.ts';
export { default as primes } from './primes/workload.ts';
