import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type BenchProcess, startBench, startBenchIn, startMarked } from './bench.ts';

const root = join(import.meta.dirname, '../../../..');
const tests = [process.execPath, '--test', 'packages/bench/test/fixtures/tests-that-wait.ts'] as const;
const needsRedis = { skip: process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`' };

/** Interrupts a command as a terminal does, and asserts that none of its processes is left. @returns its exit code */
async function interrupted(running: BenchProcess, at: RegExp): Promise<number | string> {
  await running.until(at);
  process.kill(-(running.child.pid ?? assert.fail()), 'SIGINT');
  const { code } = await running.ended;
  assert.deepEqual(await running.left(), []);
  return code;
}

/** Ctrl-C reaches the processes of the terminal's group alone. A bench leads its own in tests, and so does a contestant. */
describe('Ctrl-C leaves no process', () => {
  it('of tests that run by themselves', async () => {
    assert.equal(await interrupted(startMarked(tests, root), /the contestant answers/), 1);
  });

  it('of tests that run with backends, as in pnpm test', needsRedis, async () => {
    const running = startBench('with-backends', ...tests);
    assert.equal(await interrupted(running, /the contestant answers/), 130);
  });

  it('of a command whose backends are being started', async () => {
    const none = { REDIS_URL: undefined, DATABASE_URL: undefined };
    const running = startBenchIn(none, 'with-backends', process.execPath, '--version');
    assert.equal(await interrupted(running, /looking for Redis/), 130);
  });
});
