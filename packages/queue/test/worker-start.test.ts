import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

/** Names what was loaded, when the process ends. */
const preload = `data:text/javascript,${encodeURIComponent(
  "import m from 'node:module'; process.on('exit', () => console.log(Object.keys(m._cache).join('\\n')));",
)}`;

it('a worker starts without what only those need who serve', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', preload, 'src/worker.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, WORKLOAD: './nowhere.ts' }, // it ends once all is loaded
    encoding: 'utf8',
  });
  assert.match(stderr, /workload \.\/nowhere\.ts: does not load/);
  assert.match(stdout, /node_modules\/bullmq\//);
  assert.doesNotMatch(stdout, /node_modules\/(express|prom-client)\//);
});
