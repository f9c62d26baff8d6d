import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const { data = {}, engines, linked } = JSON.parse(readFileSync('package.json', 'utf8'));
const oldest = engines.node.slice('>='.length);
if (oldest.localeCompare(process.versions.node, 'en', { numeric: true }) > 0) {
  console.error(`needs Node.js ${oldest} or newer, this is ${process.versions.node}`);
  process.exit(1);
}

// Builds dist/ from src/.
const sources = readdirSync('src', { recursive: true })
  .filter((name) => /\.[jt]s$/.test(name))
  .map((name) => `./src/${name.replaceAll('\\', '/')}`);
const shared = { outdir: 'dist', outbase: 'src', platform: 'node', format: 'esm', target: 'node22' };
/** Each file becomes a file of dist/, so that stack traces and the paths of threads stay the same. */
export const modules = { ...shared, entryPoints: sources.filter((name) => !name.includes('/task.')) };
/** The function and the project's files that it imports become one file, linked packages included; others stay outside. */
export const task = {
  ...shared,
  entryPoints: sources.filter((name) => name.includes('/task.')),
  bundle: true,
  packages: 'external',
  alias: linked,
  // CommonJS needs these names, which a module lacks.
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};

rmSync('dist', { recursive: true, force: true });
await Promise.all([build(modules), build(task)]);
// The function looks for its data beside its own file, which is a part of dist/task.js.
for (const [name, path] of Object.entries(data)) cpSync(path, `dist/${name}`);
