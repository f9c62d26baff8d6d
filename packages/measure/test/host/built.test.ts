import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import type { LocalContestant } from '../../src/contestants/manifest.ts';
import { built } from '../../src/host/built.ts';

const top = temporaryFolder({
  'pnpm-workspace.yaml': 'packages: [packages/*]\n',
  'packages/shared/package.json':
    '{ "name": "@own/shared", "type": "module", "exports": { ".": "./src/index.ts" } }',
  'packages/shared/src/index.ts': 'export const answer = (n: number): number => n + 1;\n',
  'packages/mine/package.json': '{ "name": "@own/mine", "type": "module" }',
  'packages/mine/src/main.ts': `import { answer } from '@own/shared';
import { twice } from './twice.ts';
export const worker: URL = new URL('./worker.ts', import.meta.url);
export const result: number = twice(answer(1));
`,
  'packages/mine/src/twice.ts': 'export const twice = (n: number) => 2 * n;\n',
  'packages/mine/src/worker.ts': 'export const lives: boolean = true;\n',
});
const folder = join(top, 'packages/mine');
before(async () => {
  await mkdir(join(top, 'node_modules'));
  await mkdir(join(folder, 'node_modules/@own'), { recursive: true });
  await symlink(join(top, 'packages/shared'), join(folder, 'node_modules/@own/shared'));
});

const contestant = (command: LocalContestant['command'] = ['node', 'src/main.ts']): LocalContestant => ({
  ...{ id: 'mine', title: 'mine', summary: 'mine', version: '1', folder, command },
});

let benches = 0;
/** The same in another bench, which remembers nothing: within one run what is started stays the same. */
const anotherBench = async (): Promise<typeof built> => {
  const module = new URL(`../../src/host/built.ts?bench=${benches++}`, import.meta.url);
  return (await import(module.href)).built;
};
const main = async (place: LocalContestant) => import(join((await built(place)).folder, 'src/main.js'));

describe('the file that starts a contestant', () => {
  it('is JavaScript that is built from its sources, and from those of the packages that they import', async () => {
    const { folder: into, command } = await built(contestant());
    assert.deepEqual(command, ['node', 'src/main.js']);
    assert.notEqual(into, folder);
    const module = await main(contestant());
    assert.equal(module.result, 4);
    assert.equal((await import(module.worker.href)).lives, true);
    const text = await readFile(join(into, 'src/main.js'), 'utf8');
    assert.match(text, /'\.\.\/\.\.\/shared\/src\/index\.js'/);
    assert.doesNotMatch(text, /\.ts'|: number/);
  });

  it('is the same build for the same sources, and another bench finds it', async () => {
    const [one, other] = [await built(contestant()), await (await anotherBench())(contestant())];
    assert.equal(one.folder, other.folder);
    assert.equal(relative(top, one.folder).split('/')[0], 'node_modules');
  });

  it('is the manifest’s own file if that is another language, or JavaScript', async () => {
    for (const command of [
      ['python3', 'main.py'],
      ['node', 'main.js'],
      ['node', 'gone.ts'],
    ] as const) {
      const given = contestant([...command] as unknown as LocalContestant['command']);
      assert.deepEqual(await built(given), given);
    }
  });

  it('is the source on a runtime that reads TypeScript itself', async () => {
    const given = { ...contestant(), runtime: { name: 'bun' } };
    assert.deepEqual(await built(given), given);
  });

  it('is never older than a source, its own or that of another package', async () => {
    assert.equal((await main(contestant())).result, 4);
    await writeFile(
      join(top, 'packages/shared/src/index.ts'),
      'export const answer = (n: number) => n + 9;\n',
    );
    const { folder: into } = await (await anotherBench())(contestant());
    assert.equal((await import(join(into, 'src/main.js'))).result, 20);
  });
});
