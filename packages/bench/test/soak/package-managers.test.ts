import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { asReader } from '../e2e/as-reader.ts';
import { startMarked } from '../e2e/bench.ts';
import { root } from '../pages.ts';
import { temporaryFolder } from '../temporary.ts';

const LIST = 'npx -y pnpm@12 --silent bench list';

describe('a fresh clone', () => {
  const base = temporaryFolder('bench-managers-');
  let clones = 0;
  let clone: string;
  beforeEach(() => {
    clone = join(base, String(clones++));
    execFileSync('git', ['clone', '--quiet', root, clone]);
  });
  const type = (command: string, changes = {}) =>
    startMarked(['sh', '-c', command], clone, { ...asReader, ...changes }).ended;
  async function isMended(): Promise<void> {
    const { code, output } = await type(LIST);
    assert.equal(code, 0, output);
    assert.match(output, /^Contestants /m);
  }

  for (const [command, accepted] of [
    ['npm test', 'npx -y pnpm@12 test'],
    ['npm run bench list', 'npx -y pnpm@12 bench'],
    ['npx -y yarn@1 bench:all', 'npx -y pnpm@12 bench:all'],
  ] as const)
    it(`answers “${command}” with the command that works`, async () => {
      const { code, output } = await type(command);
      assert.equal(code, 1, output);
      const sentences = output.split('\n').filter((line) => line.includes('pnpm 12'));
      assert.deepEqual(sentences, [`this repository is installed by pnpm 12; accepted: ${accepted}`]);
      assert.ok(!existsSync(join(clone, 'node_modules')));
    });

  for (const command of ['npx -y pnpm@9 test', 'npx -y pnpm@10 install', 'npx -y pnpm@10 bench list'])
    it(`is not touched by “${command}”, which names the version`, async () => {
      const { code, output } = await type(command);
      assert.equal(code, 1, output);
      assert.match(output, /Expected version: >=12/);
      assert.ok(!existsSync(join(clone, 'node_modules')));
    });

  for (const command of ['npm install', 'npx -y yarn@1 install', 'npx -y @yarnpkg/cli-dist@4 install'])
    it(`is measured after “${command}” has failed`, async () => {
      const { code, output } = await type(command);
      assert.equal(code, 1, output);
      await isMended();
    });

  it('gets its Node.js after an installation without install scripts', async () => {
    await type('npx -y pnpm@12 install --ignore-scripts');
    await isMended();
  });

  it('says what keeps its Node.js away, and is measured without that setting', async () => {
    const { code, output } = await type(LIST, { pnpm_config_ignore_scripts: 'true' });
    assert.equal(code, 1, output);
    assert.match(output, /^Node\.js \S+ is not installed, .* npx -y pnpm@12 bench, without ignore-scripts/m);
    await isMended();
  });

  it('is measured after an older pnpm has installed it', async () => {
    const withoutGuard = `npm pkg delete engines.pnpm && npx -y pnpm@10 install --prod --filter=. '--filter=./packages/*'`;
    const { code, output } = await type(`${withoutGuard} && git checkout package.json`);
    assert.equal(code, 0, output);
    await isMended();
  });
});
