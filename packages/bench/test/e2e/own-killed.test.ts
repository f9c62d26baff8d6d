import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary.ts';
import { startBenchIn } from './bench.ts';

const base = temporaryFolder('bench-e2e-');
before(async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'mine.ts': "import { half } from './half'; export const halved = (n: number) => half(n);",
    'half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  };
  await mkdir(join(base, 'project'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(base, 'project', name), text);
});

const bundles = () => globSync('workload-bundles-*', { cwd: base });

describe('a bench that is killed while it measures a user’s module', () => {
  it('leaves neither a process nor the folder of its bundle', async () => {
    const scope = '--profile smoke --contestants single --args [4]'.split(' ');
    const paths = ['--workload', join(base, 'project/mine.ts#halved'), '--out', join(base, 'run')];
    const bench = startBenchIn({ TMPDIR: base }, 'run', ...scope, ...paths);
    await bench.until(/^\d+ trials? into /m);
    assert.equal(bundles().length, 1, 'the running bench has no bundle');
    bench.child.kill('SIGKILL');
    await bench.ended;
    assert.deepEqual(await bench.left(), []);
    for (let poll = 0; poll < 100 && bundles().length > 0; poll++) await sleep(100);
    assert.deepEqual(bundles(), []);
  });
});
