import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { fingerprint } from '../../src/host/environment.ts';

describe('the fingerprint of the code that measures', () => {
  const root = temporaryFolder();

  async function changesWith(file: string): Promise<boolean> {
    const earlier = await fingerprint(root);
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '// other');
    return (await fingerprint(root)) !== earlier;
  }

  for (const file of [
    'packages/queue/src/a/b.ts',
    'packages/peers/pm2/src/main.ts',
    'packages/study/package.json',
    'packages/questions/src/questions/latency.ts',
  ])
    it(`changes with ${file}`, async () => assert.ok(await changesWith(file)));

  for (const file of [
    'packages/report/src/page.ts',
    'packages/questions/src/page/section.ts',
    'packages/lab/src/x.ts',
    'packages/queue/test/a.test.ts',
  ])
    it(`stays with ${file}`, async () => assert.ok(!(await changesWith(file))));
});
