import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

/** Prints the loaded modules when the process ends. */
const preload = `data:text/javascript,${encodeURIComponent(
  "import m from 'node:module'; process.on('exit', () => console.log(Object.keys(m._cache).join('\\n')));",
)}`;

it('starts a worker without express and prom-client', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', preload, 'src/worker.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, WORKLOAD: './nowhere.ts' }, // the process ends once all modules are loaded
    encoding: 'utf8',
  });
  assert.match(stderr, /workload \.\/nowhere\.ts: does not load/);
  assert.match(stdout, /node_modules\/bullmq\//);
  assert.doesNotMatch(stdout, /node_modules\/(express|prom-client)\//);
});
