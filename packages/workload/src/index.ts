export { isAlike } from './alike.ts';
export { builtInFile, builtInWorkloads, isBuiltIn } from './built-in.ts';
export * from './contract.ts';
export { loadWorkload, poisonedSpecifier } from './load.ts';
export { folderOfBundles, ownFolder } from './own/folder.ts';
export { ALL_SAMPLES } from './own/function.ts';
export { reasonOf } from './own/reason.ts';
export { ownSources } from './own/sources.ts';
export {
  absoluteSpecifier,
  argumentsIn,
  fileOf,
  kernelSpecifier,
  NAME,
  withInputs,
} from './own/specifier.ts';
export { default as primes } from './primes/workload.ts';
export { routeOf } from './route.ts';
