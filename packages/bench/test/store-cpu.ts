import { cpuSeconds, store, storeOf } from './cpu-of-files.ts';

// `node --test --import` loads this in the process of each test file, and in the runner, which has no such context.
// A process that a test file forks inherits both.
if (process.env.NODE_TEST_CONTEXT !== undefined && /\.test\.m?[jt]s$/.test(process.argv[1] ?? ''))
  process.once('exit', () =>
    store(storeOf(process.cwd()), { file: process.argv[1] ?? '', cpuS: cpuSeconds() }),
  );
