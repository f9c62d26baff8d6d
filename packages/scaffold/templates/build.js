import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { build, context } from 'esbuild';

// `node build.js` makes dist/ of src/; with --dev it goes on whenever a file changes, and runs the service.
const sources = readdirSync('src', { recursive: true })
  .filter((name) => /\.[jt]s$/.test(name))
  .map((name) => `./src/${name.replaceAll('\\', '/')}`);
const shared = { outdir: 'dist', outbase: 'src', platform: 'node', format: 'esm', target: 'node22' };
/** Each file becomes a file of dist/, so that stack traces and the paths of threads stay the same. */
const service = { ...shared, entryPoints: sources.filter((name) => !name.includes('/task.')) };
/** The function and the project's files that it imports become one file; packages stay outside. */
const task = {
  ...shared,
  entryPoints: sources.filter((name) => name.includes('/task.')),
  bundle: true,
  packages: 'external',
  // CommonJS needs `require`, which a module lacks.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};

rmSync('dist', { recursive: true, force: true });
await Promise.all([build(service), build(task)]);
if (process.argv.includes('--dev')) {
  for (const one of [service, task]) await (await context(one)).watch();
  spawn(process.execPath, ['--watch-path=dist', 'dist/main.js'], { stdio: 'inherit' });
}
