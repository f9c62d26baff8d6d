import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { poisonedSpecifier } from '@cpu-bound/workload';
import { withContestant } from './contestant.ts';
import { ask, isAlive } from './load.ts';

const LOOKS = 200;
const LOOK_MS = 50;

/** Nobody is left to end a process then, which hears nothing while it computes. */
export function leavesNoOrphan(folder: string): void {
  it('leaves no process behind when it is killed while a task computes that does not end', async () => {
    const log = join(tmpdir(), `orphan-${crypto.randomUUID()}`);
    const env = { WORKLOAD: poisonedSpecifier('primes'), POISON_LOG: log, LOG_LEVEL: 'silent' };
    await withContestant(folder, env, async ({ origin, child, ended }) => {
      void ask(`${origin}/primes?x-poison=endless`);
      while (!existsSync(log)) await sleep(LOOK_MS);
      const computing = Number(/^poison (\d+)\//.exec(readFileSync(log, 'utf8'))?.[1]);
      assert.ok(isAlive(computing));
      child.kill('SIGKILL');
      await ended;
      for (let look = 0; look < LOOKS && isAlive(computing); look++) await sleep(LOOK_MS);
      assert.ok(!isAlive(computing), `process ${computing} is left`);
    });
    rmSync(log);
  });
}
