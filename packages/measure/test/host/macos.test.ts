import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { run } from '../../src/host/run.ts';

const reader = join(import.meta.dirname, '../fixtures/macos/read-machine.ts');
/** Hides /proc from a command, in a mount namespace of its own. */
const WITHOUT_PROC = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs none /proc && exec "$0" "$@"',
] as const;

function reasonToSkip(): string | false {
  const [program, ...args] = WITHOUT_PROC;
  try {
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'needs root and unshare, to hide /proc';
  }
}

/** `ps` prints what that of macOS does. The rest of the machine is this one, without its /proc. */
describe('on macOS, where ps replaces /proc', { skip: reasonToSkip() }, () => {
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of the program above
  let found: any;
  before(async () => {
    const [program, ...args] = WITHOUT_PROC;
    found = JSON.parse((await run(program, [...args, process.execPath, reader])).stdout);
  });

  it('finds the processes of a service by their mark, and those without one by their parent', () => {
    assert.deepEqual(found.cluster, [71410, 71411, 71415]);
    assert.deepEqual(found.single, [71420]);
    assert.deepEqual(found.family, [71410, 71411, 71415]);
  });

  it('reads CPU time in hundredths of a second, and the memory of this moment', () => {
    assert.equal(found.reading.serverCpu, 2.25 + 70.5);
    assert.deepEqual(found.memory, { serverRssBytes: (71_232 + 88_464) * 1024 });
  });

  it('leaves out what only /proc has: the time of other guests and programs, and waits for a core', () => {
    assert.equal(found.usage.steal, undefined);
    assert.equal(found.usage.foreign, undefined);
    assert.equal(found.waited, 0);
    for (const id of ['steal', 'loopback ports', 'CPU quota']) assert.ok(!found.checks.includes(id), id);
    assert.ok(found.checks.includes('cores'));
    assert.equal(found.environment.virtual, undefined);
  });
});
