import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { claimHere, claimMachine } from '../../src/commands/claim.ts';

describe('a bench that measures', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'claim-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('has the machine for itself until it ends, and whoever comes meanwhile hears of it', async () => {
    const { release } = await claimMachine('into results/mine', folder);
    await assert.rejects(claimMachine('into results/other', folder), ({ message }: Error) => {
      assert.match(message, new RegExp(`process ${process.pid} since \\d{4}-.*Z, into results/mine; wait`));
      return true;
    });
    assert.equal((await claimHere(folder))?.measures, 'into results/mine');
    await release();
    assert.equal(await claimHere(folder), undefined);
    assert.deepEqual(await readdir(folder), []);
  });

  it('takes the place of one that a crash ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const crashed = { pid, since: '2026-01-31T08:15:30.000Z', measures: 'into results/crashed' };
    for (const left of [JSON.stringify(crashed), '{"pid":']) {
      await writeFile(join(folder, 'cpu-bound-bench.lock'), left);
      const { release } = await claimMachine('into results/mine', folder);
      assert.equal((await claimHere(folder))?.measures, 'into results/mine');
      await release();
    }
  });

  it('is refused by a lock of any number, and goes past one that cannot be removed', async () => {
    // Root may remove every file of another user; a folder can be unlinked by nobody.
    const stuck = join(folder, 'cpu-bound-bench.lock');
    await mkdir(stuck);
    const { release } = await claimMachine('into results/mine', folder);
    assert.deepEqual((await readdir(folder)).toSorted(), ['cpu-bound-bench.lock', 'cpu-bound-bench.lock-2']);
    await assert.rejects(claimMachine('into results/other', folder), /into results\/mine; wait/);
    await release();
    assert.deepEqual(await readdir(folder), ['cpu-bound-bench.lock']);
    await rmdir(stuck);
  });
});
