import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { claimHere, isMeasured, LOCK, waitedMs, withMachine } from '../../src/commands/claim.ts';
import { asNobody, type Claimant, claimant, newLock, newLockOfPorts } from '../fixtures/claimant.ts';
import { nowhere } from '../fixtures/nowhere.ts';
import { temporaryFolder } from '../temporary.ts';

describe('the claim on the machine', () => {
  const before = process.env[LOCK];
  let lock = '';
  const setLock = (name: string) => {
    lock = name;
    process.env[LOCK] = name;
  };
  beforeEach(() => setLock(newLock()));
  afterEach(() => {
    delete process.env[LOCK];
    if (before !== undefined) process.env[LOCK] = before;
  });

  async function holder(measures = 'bench run', options = {}): Promise<Claimant> {
    const holding = claimant(measures, { lock, ...options });
    await holding.until(/^measures/m);
    return holding;
  }
  const claimNow = () => withMachine({ measures: 'bench more' }, nowhere, async () => 'claimed');
  const refusal = async (pattern: RegExp) =>
    assert.rejects(claimNow(), ({ name, message }: Error) => {
      assert.equal(name, 'UsageError');
      assert.match(message, pattern);
      return true;
    });

  it('is held until the bench ends; another one is refused with its process, user, start, purpose and remedy', async () => {
    const holding = await holder();
    const { username } = userInfo();
    const who = `process ${holding.pid} of ${username} since \\d{4}-.*Z, bench run`;
    await refusal(new RegExp(`^another bench measures on this machine: ${who}; give --wait to wait`));
    const claim = await claimHere();
    assert.deepEqual(
      [isMeasured(claim, '/results/bench run'), isMeasured(claim, '/results/other')],
      [true, false],
    );
    await holding.end();
    assert.equal(await claimHere(), undefined);
    assert.equal(await claimNow(), 'claimed');
    assert.equal(waitedMs(), 0);
  });

  it('is held at ports of the loopback, as outside Linux', async () => {
    setLock(await newLockOfPorts());
    const holding = await holder();
    await refusal(new RegExp(`process ${holding.pid} of `));
    await holding.kill('SIGKILL');
    assert.equal(await claimNow(), 'claimed');
  });

  it('is one claim for benches with different temporary folders', async () => {
    const holding = await holder('bench run', { env: { TMPDIR: temporaryFolder('claim-') } });
    await refusal(new RegExp(`process ${holding.pid} `));
    await holding.end();
  });

  it('is one claim for benches of different users', async (t) => {
    const nobody = asNobody();
    if (typeof nobody === 'string') return t.skip(nobody);
    const theirs = await holder('bench run', { as: nobody });
    await refusal(new RegExp(`process ${theirs.pid} of nobody `));
    const waiting = claimant('bench more', { lock, waits: true });
    await waiting.until(new RegExp(`^waiting for process ${theirs.pid} of nobody `));
    await theirs.kill('SIGKILL');
    await waiting.until(/^measures after a wait$/m);
    const late = claimant('bench run', { lock, as: nobody });
    await late.until(
      new RegExp(`^failed: another bench .* process ${waiting.pid} of ${userInfo().username} `),
    );
    await waiting.end();
  });

  it('is free as soon as its bench was killed', async () => {
    const holding = await holder();
    await holding.kill('SIGKILL');
    assert.equal(await claimNow(), 'claimed');
  });

  it('goes to the benches that wait, in their order, also if one is killed or interrupted; each prints for whom it waits', async () => {
    const first = await holder();
    const waiting: Claimant[] = [];
    for (const [number, others] of ['', '; 1 more ', '; 2 more ', '; 3 more '].entries()) {
      const next = claimant(`wait ${number}`, { lock, waits: true });
      await next.until(new RegExp(`^waiting for process ${first.pid} of .*, bench run${others}`, 'm'));
      waiting.push(next);
    }
    const [second, interrupted, third, last] = waiting as [Claimant, Claimant, Claimant, Claimant];
    await refusal(new RegExp(`process ${first.pid} `)); // whoever does not wait is not served before them
    await first.kill('SIGKILL');
    await second.until(/^measures after a wait$/m);
    await third.until(new RegExp(`^waiting for process ${second.pid} of .*, wait 0; 1 more `, 'm'));
    await interrupted.kill('SIGINT');
    assert.match(interrupted.output(), /^failed: interrupted$/m);
    await last.until(new RegExp(`^waiting for process ${second.pid} of .*, wait 0; 1 more `, 'm'));
    assert.deepEqual(
      [third, last].map((one) => /^measures/m.test(one.output())),
      [false, false],
    );
    await second.end();
    await third.until(/^measures after a wait$/m);
    await last.until(new RegExp(`^waiting for process ${third.pid} of .*, wait 2; Ctrl-C`, 'm'));
    assert.doesNotMatch(last.output(), /^measures/m);
    await third.end();
    await last.until(/^measures after a wait$/m);
    await last.end();
  });

  it('within a claim of the same process only changes its purpose; programs that it starts have another lock', async () => {
    const inner = { measures: 'into /results/mine', folder: '/results/mine' };
    await withMachine({ measures: 'bench run' }, nowhere, async () => {
      assert.notEqual(process.env[LOCK], lock);
      await withMachine(inner, nowhere, async () =>
        assert.equal(isMeasured(await claimHere(), '/results/mine'), true),
      );
      assert.equal((await claimHere())?.measures, 'bench run');
      const started = await holder('bench run', { lock: process.env[LOCK] });
      await started.end();
    });
    assert.equal(process.env[LOCK], lock);
    assert.equal(await claimHere(), undefined);
  });

  it('is refused with the place if another program has it, and prints no control character of another user', async () => {
    let says = 'HTTP/1.1 400 Bad Request';
    const other = createServer((socket) => socket.on('error', () => {}).write(`${says}\n`)).unref();
    setLock(await newLockOfPorts());
    const port = Number(lock);
    await once(other.listen(port, '127.0.0.1'), 'listening');
    const place = `port ${port} of 127.0.0.1`;
    await refusal(
      new RegExp(`does not answer: it is stopped, or another program has ${place}; .*${LOCK}=another$`),
    );
    says = JSON.stringify({ pid: 7, user: 'eve\u001b[2J', since: 'now', measures: '\u0007' });
    await refusal(/process 7 of eve\?\[2J since now, \?; give --wait/);
  });
});
