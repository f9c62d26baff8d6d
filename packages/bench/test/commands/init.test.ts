import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UsageError } from '@cpu-bound/study/config/config';
import { type DataObject, inputOf, isInvalidParameter, loadWorkload } from '@cpu-bound/workload';
import { type InitFlags, initCommand } from '../../src/commands/init.ts';
import { temporaryFolder } from '../temporary.ts';

const cwd = temporaryFolder('bench-init-');

const close = (value: unknown, expected: number) => Math.abs(Number(value) - expected) < 1e-9;
const kinds: readonly [string, InitFlags, Record<string, string>, (output: DataObject) => boolean][] = [
  ['a query', {}, { n: '4' }, ({ sum }) => close(sum, 1 + Math.SQRT2 + Math.sqrt(3) + 2)],
  ['JSON', { json: true }, { items: '3' }, ({ sum }) => close(sum, 1 + Math.SQRT2)],
  [
    'octets',
    { octets: true },
    { kib: '2' },
    ({ octets }) => (octets as Uint8Array).every((octet) => octet === 248),
  ],
];

describe('bench init', () => {
  for (const [what, flags, query, isRight] of kinds)
    for (const extension of ['ts', 'mjs'])
      it(`writes a workload of ${what} that can be measured unchanged, in ${extension}`, async () => {
        const path = `./${what.replace(' ', '')}/renderPage.${extension}`;
        const said = await initCommand(path, flags, cwd);
        assert.match(said, new RegExp(`wrote ${path.replaceAll('.', '\\.')}: put your`));
        const workload = await loadWorkload(path, cwd);
        assert.equal(workload.name, 'render-page');
        assert.ok(isRight((await workload.run(inputOf(workload, query))) as DataObject));
        assert.throws(() => workload.parse({ n: 'x' }, new Uint8Array()), isInvalidParameter);
      });

  it('writes JavaScript without types', async () => {
    for (const [name, flags] of [
      ['a', {}],
      ['b', { json: true }],
      ['c', { octets: true }],
    ] as const) {
      await initCommand(`./plain/${name}.js`, flags, cwd);
      const code = await readFile(join(cwd, `plain/${name}.js`), 'utf8');
      assert.doesNotMatch(code, /^(?! \*).*(Uint8Array\b(?!\()|\?: |: string\b)/m);
    }
  });

  it('overwrites no file', async () => {
    await initCommand('./once.ts', {}, cwd);
    await assert.rejects(initCommand('./once.ts', {}, cwd), /\.\/once\.ts: exists; accepted/);
  });

  it('refuses a file name that is no module’s', async () => {
    await assert.rejects(initCommand('./notes.txt', {}, cwd), /accepted: a file that ends in \.ts/);
  });

  it('refuses two kinds of input at once', async () =>
    assert.rejects(initCommand('./two.ts', { json: true, octets: true }, cwd), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /^--json and --octets: accepted: one of them$/);
      return true;
    }));
});
