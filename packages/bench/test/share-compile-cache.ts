import { nameVariables } from '@cpu-bound/measure/host/known-environment';

/**
 * `node --test --import` loads this before the tests. Services and threads of a workload get the tests' compile cache,
 * as by `--env NODE_COMPILE_CACHE`: half of the CPU time of a short start is the compilation of its modules. Runs of
 * the bench get that flag by `e2e/bench.ts`. A user's run has no cache, so that a start is measured as it is deployed.
 */
const { NODE_COMPILE_CACHE } = process.env;
if (NODE_COMPILE_CACHE !== undefined) nameVariables({ NODE_COMPILE_CACHE });
