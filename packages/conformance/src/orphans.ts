import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { poisonedSpecifier } from '@cpu-bound/workload';
import { type Place, withContestant } from './contestant.ts';
import { ask, isAlive } from './load.ts';
import { until } from './until.ts';

/** Nobody is left to end a process then, which hears nothing while it computes. */
export function leavesNoOrphan(folder: Place): void {
  it('leaves no process behind when it is killed while a task computes that does not end', async () => {
    const log = join(tmpdir(), `orphan-${crypto.randomUUID()}`);
    const env = { WORKLOAD: poisonedSpecifier('primes'), POISON_LOG: log, LOG_LEVEL: 'silent' };
    await withContestant(folder, env, async ({ origin, child, ended }) => {
      void ask(`${origin}/primes?x-poison=endless`);
      const computing = () =>
        existsSync(log) ? Number(/^poison (\d+)\//.exec(readFileSync(log, 'utf8'))?.[1]) : Number.NaN;
      await until(
        () => isAlive(computing()),
        () => 'no process computes it',
      );
      child.kill('SIGKILL');
      await ended;
      await until(
        () => !isAlive(computing()),
        () => `process ${computing()} is left`,
      );
    });
    rmSync(log);
  });
}
