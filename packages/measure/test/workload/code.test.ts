import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workloadCode } from '../../src/workload/code.ts';

describe('the code of a workload', () => {
  let base: string;
  const file = (name: string) => join(base, 'mine', name);
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'workload-code-'));
    await mkdir(join(base, 'mine/parts'), { recursive: true });
    await writeFile(file('mine.ts'), "import { one } from './parts/one.ts';\nexport default { one };\n");
    await writeFile(
      file('parts/one.ts'),
      "import { two } from './two.ts';\nexport const one: number = two - 1;\n",
    );
    await writeFile(file('parts/two.ts'), 'export const two = 2;\n');
    await writeFile(file('beside.ts'), 'export const beside = 1;\n');
  });
  after(() => rm(base, { recursive: true }));

  it('is the same wherever its files lie, and as long as they are the same', async () => {
    await cp(join(base, 'mine'), join(base, 'elsewhere'), { recursive: true });
    const code = await workloadCode(file('mine.ts'));
    assert.match(code ?? '', /^[0-9a-f]{64}$/);
    assert.equal(await workloadCode(join(base, 'elsewhere/mine.ts')), code);
  });

  it('is another where a file has changed that it loads by way of another, and not where one has that it does not', async () => {
    const code = await workloadCode(file('mine.ts'));
    await writeFile(file('beside.ts'), 'export const beside = 2;\n');
    assert.equal(await workloadCode(file('mine.ts')), code);
    await writeFile(file('parts/two.ts'), 'export const two = 3;\n');
    assert.notEqual(await workloadCode(file('mine.ts')), code);
  });

  it('of a built-in one is that of the bench', async () =>
    assert.equal(await workloadCode('primes'), undefined));
});
