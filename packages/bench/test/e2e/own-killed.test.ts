import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBenchIn } from './bench.ts';

let base: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-e2e-'));
  const files = {
    'package.json': '{ "type": "module" }',
    'mine.ts': "import { half } from './half'; export const halved = (n: number) => half(n);",
    'half.ts': 'export const half = (n: number) => ({ half: n / 2 });',
  };
  await mkdir(join(base, 'project'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(base, 'project', name), text);
});
after(() => rm(base, { recursive: true, force: true, maxRetries: 20 }));

const bundles = () => globSync('workload-bundles-*', { cwd: base });

describe('a bench that is killed while it measures a user’s module', () => {
  it('leaves neither a process nor the folder of its bundle', async () => {
    const flags = [
      '--profile',
      'smoke',
      '--contestants',
      'single',
      '--workload',
      join(base, 'project/mine.ts#halved'),
    ];
    const bench = startBenchIn(
      { TMPDIR: base },
      'run',
      ...flags,
      '--args',
      '[4]',
      '--out',
      join(base, 'run'),
    );
    await bench.until(/^\d+ trials? into /m);
    assert.equal(bundles().length, 1, 'the running bench has no bundle');
    bench.child.kill('SIGKILL');
    await bench.ended;
    assert.deepEqual(await bench.left(), []);
    for (let poll = 0; poll < 100 && bundles().length > 0; poll++) await sleep(100);
    assert.deepEqual(bundles(), []);
  });
});
