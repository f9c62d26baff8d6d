import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';

const script = join(import.meta.dirname, '../as-owner.sh');
const skip = process.getuid?.() === 0 ? false : 'needs root, as in the container of the bench';

describe('the container of the bench', { skip }, () => {
  for (const [whose, owner] of [
    ['the owner of the mounted folder', 4_321],
    ['root, if Docker Desktop shows it as the owner', 0],
  ] as const)
    it(`measures as ${whose}, and passes words and the exit code on`, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'as-owner-'));
      t.after(() => rmSync(folder, { recursive: true }));
      chmodSync(folder, 0o755);
      chownSync(folder, owner, owner);
      const run = (...command: string[]) =>
        execFileSync('sh', [script, ...command], { cwd: folder, encoding: 'utf8' });
      assert.equal(
        run('sh', '-c', 'touch written; echo "$0 $(id -u):$(id -g)"', 'a b'),
        `a b ${owner}:${owner}\n`,
      );
      assert.equal(statSync(join(folder, 'written')).uid, owner);
      assert.throws(
        () => run('sh', '-c', 'exit 4'),
        ({ status }: { status: number }) => status === 4,
      );
    });
});
