import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '@cpu-bound/workload/test/child-process';
import { ended } from '../../src/host/marker.ts';
import { firstMessage } from '../../src/host/process-room.ts';
import { type Limited, limitedGroup, limitedUser } from '../fixtures/limited.ts';

const program = fileURLToPath(new URL('../fixtures/starts-tasks.ts', import.meta.url));
/** Room for this process of 11 threads and one or two more. */
const MOST = 30;

type Line = {
  readonly answer?: string;
  readonly name?: string;
  readonly message?: string;
  readonly status?: string;
};

async function linesOf([first, ...others]: Limited): Promise<Line[]> {
  const { stdout } = await run(first, [...others, process.execPath, program]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Asserts that some tasks started and answered, and that the next one was refused at once. */
function assertRefused(lines: readonly Line[], limit: RegExp): void {
  const [one, ...others] = lines;
  assert.equal(one?.answer, 'one');
  const refused = others.find(({ name }) => name !== undefined);
  assert.equal(refused?.name, 'SystemRefusal');
  assert.match(refused?.message ?? '', limit);
  const together = lines.flatMap(({ status }) => status ?? []);
  assert.equal(together.length, 6);
  assert.ok(together.includes('fulfilled') && together.includes('rejected'), together.join());
}

describe('a process that would get no thread is refused before it starts, with the limit, its value and the remedy', () => {
  it('where its user has a limit', async (t) => {
    const user = limitedUser(MOST, program);
    if (typeof user === 'string') return t.skip(user);
    assertRefused(
      await linesOf(user),
      /^ulimit -u: this user may have 30 processes and threads, and has \d+: .*echo-task\.ts\) needs 11 more; raise it \(ulimit -u 4096\), or end/,
    );
  });

  it('where its control group has a limit', async (t) => {
    const group = limitedGroup(MOST);
    if (typeof group === 'string') return t.skip(group);
    t.after(() => group.remove());
    assertRefused(
      await linesOf(group.command),
      /^pids\.max: this container or control group may have 30 processes and threads, and has \d+: .*raise it \(docker run --pids-limit 4096/,
    );
  });
});

describe('a child that never says that it has started', () => {
  const silent = () => fork('-', { execArgv: ['--eval', 'setInterval(() => {}, 1000)'] });

  it('is waited for only until an interruption', async () => {
    const child = silent();
    const interruption = new AbortController();
    const waiting = firstMessage(child, 'the server', interruption.signal);
    interruption.abort(new Error('interrupted'));
    await assert.rejects(waiting, { message: 'interrupted' });
    await ended(child, 'SIGKILL');
  });

  it('is an error with its name and its end, if it ends', async () => {
    const child = silent();
    const waiting = firstMessage(child, 'the server');
    child.kill('SIGKILL');
    await assert.rejects(waiting, { message: 'the server ended with SIGKILL before it had started' });
  });
});
