import assert from 'node:assert/strict';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { spawnSync } from '@cpu-bound/workload/test/child-process';
import { claimHere, claimMachine } from '../../src/commands/claim.ts';
import { temporaryFolder } from '../temporary.ts';

describe('the claim on the machine', () => {
  const folder = temporaryFolder('claim-');

  it('is held by one bench until it ends; a second bench is refused with its process and its purpose', async () => {
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

  it('replaces a claim that a crash left', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const crashed = { pid, since: '2026-01-31T08:15:30.000Z', measures: 'into results/crashed' };
    for (const left of [JSON.stringify(crashed), '{"pid":']) {
      await writeFile(join(folder, 'cpu-bound-bench.lock'), left);
      const { release } = await claimMachine('into results/mine', folder);
      assert.equal((await claimHere(folder))?.measures, 'into results/mine');
      await release();
    }
  });

  it('is refused because of a live bench’s lock of any number, and skips a dead lock that nobody can remove', async () => {
    // Root may remove every file of another user; a folder cannot be unlinked by anybody.
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
