import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { gitCommit } from '../../src/host/environment.ts';

/** Makes a repository with one commit. */
function repository(folder: string): void {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  execFileSync('git', ['init', '--quiet', folder]);
  const commit = ['commit', '--quiet', '--allow-empty', '--message', folder];
  execFileSync('git', ['-C', folder, ...author, ...commit]);
}

it('the commit of a checkout is its own, also in a hook of another repository', async (t) => {
  const base = temporaryFolder({}, t);
  const [own, other] = [join(base, 'own'), join(base, 'other')];
  repository(own);
  repository(other);
  const before = [await gitCommit(own), await gitCommit(other)];
  assert.notEqual(before[0], before[1]);
  const { GIT_DIR } = process.env;
  t.after(() => {
    if (GIT_DIR === undefined) delete process.env.GIT_DIR;
    else process.env.GIT_DIR = GIT_DIR;
  });
  process.env.GIT_DIR = join(other, '.git');
  assert.deepEqual([await gitCommit(own), await gitCommit(other)], before);
});
