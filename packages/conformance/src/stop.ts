import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn, spawnSync } from '@cpu-bound/workload/test/child-process';
import {
  endContestant,
  freePort,
  outputOf,
  type Place,
  readManifest,
  type Started,
  spawnContestant,
  startForTest,
} from './contestant.ts';
import { contract, it } from './contract.ts';
import { computed, sendUntilTaken, start } from './requests.ts';
import { holdTask, until, untilGone, watchTask } from './until.ts';

/** Tests the end by SIGTERM. The service, which has the workload `TROUBLE`, is gone afterwards. */
export function endsOnSigterm(service: () => Started): void {
  it('finishes-after-sigterm', (t) => finishesAfter('SIGTERM', watchTask(t), service()));
}

/** Tests the end by SIGINT. The service, which has the workload `TROUBLE`, is gone afterwards. */
export function endsOnSigint(service: () => Started): void {
  it('finishes-beside-stalled', async (t) => {
    const { hostname, port } = new URL(service().origin);
    for (const bytes of ['', 'GET /primes?upTo=10 HTTP/1.1\r\nHost: te']) {
      const socket = connect(Number(port), hostname);
      t.after(() => socket.destroy());
      socket.on('error', () => {}).write(bytes);
      await once(socket, 'connect');
    }
    await finishesAfter('SIGINT', watchTask(t), service());
  });
}

/** Tests an end by SIGKILL, which the system sends when memory runs out. */
export function endsOnSigkill(service: () => Started): void {
  it('leaves-no-process', async (t) => {
    const { origin, child, ended } = service();
    const pids = new Set<number>();
    const ask = async () => pids.add(computed(await sendUntilTaken(origin, '/primes?upTo=100000')).pid);
    for (let requests = 0; requests < 24; requests += 2) await Promise.all([ask(), ask()]); // more at once would be refused
    const held = holdTask(t);
    start(origin, `/primes?${held.query}`); // its connection breaks
    await held.untilBegun(1);
    child.kill('SIGKILL');
    await ended;
    held.release();
    await untilGone(pids);
  });
}

/** The number of requests at the signal. Most wait, because each worker computes one. */
const ACCEPTED = 8;
/** The accepted tasks take longer than this, also with two workers. */
export const DRAIN_DELAY_MS = '100';
/** Written requests are accepted within this time. Our services check for them before they stop; nginx does not. */
const ACCEPTED_MS = 50;

async function finishesAfter(
  signal: 'SIGTERM' | 'SIGINT',
  { query, untilBegun }: ReturnType<typeof watchTask>,
  { origin, child, ended, output }: Started,
): Promise<void> {
  const requests = Array.from({ length: ACCEPTED }, () => start(origin, `/primes?${query}&blockMs=100`));
  await Promise.all(requests.map(({ written }) => written));
  await untilBegun(1);
  await sleep(ACCEPTED_MS);
  child.kill(signal);
  for (const { reply } of requests) assert.equal(computed(await reply).output.count, 4);
  assert.equal(await ended, 0, output());
}

/** The event loop accepts fewer connections between SIGTERM and an end without a delay. */
const UNSEEN = 100;

/** Tests an end without a drain delay, and a start that fails. */
export function lifecycle(folder: Place): void {
  it('answers-unseen-requests', async (t) => {
    const { origin, child, ended, output } = await startForTest(t, folder, { DRAIN_DELAY_MS: '0' });
    child.kill('SIGSTOP'); // from now on only the system accepts connections
    const requests = Array.from({ length: UNSEEN }, () => start(origin, '/primes?upTo=1000'));
    await Promise.all(requests.map(({ written }) => written));
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    for (const { reply } of requests) assert.equal(computed(await reply).output.count, 168);
    assert.equal(await ended, 0, output());
  });
  it('names-wrong-workload', async (t) => {
    const service = await spawnContestant(folder, { WORKLOAD: './nowhere.ts' });
    t.after(() => endContestant(service));
    assert.equal(await service.ended, 1);
    assert.match(service.output(), /workload \.\/nowhere\.ts: does not load/);
  });
}

/** The workload never loads, so the service never gets ready. */
const WORKLOAD = join(import.meta.dirname, '../fixtures/slow-to-load.ts');
/** The first process of a PID namespace has no default action for a signal. A container starts it in the same way. */
const AS_FIRST = ['--user', '--pid', '--fork', '--kill-child'];

/** Tests that a service ends by itself in a container without an init, while it loads its workload. */
export function endsAsFirstProcess(folder: Place): void {
  if (spawnSync('unshare', [...AS_FIRST, 'true']).status !== 0) {
    test(contract['stops-as-first-process'], { skip: 'unshare cannot make a PID namespace here' }, () => {});
    return;
  }
  it('stops-as-first-process', async (t) => {
    const { command, env, folder: cwd } = readManifest(folder);
    const [program, ...args] = command;
    const settings = { WORKERS: '2', PORT: String(await freePort()), NODE_ENV: 'test', WORKLOAD };
    const unshare = spawn(
      'unshare',
      [...AS_FIRST, program === 'node' ? process.execPath : program, ...args],
      { cwd, env: { ...env, ...settings } },
    );
    const ended = once(unshare, 'exit');
    t.after(async () => {
      unshare.kill('SIGKILL');
      await ended;
    });
    const output = outputOf(unshare);
    await until(
      () => output().includes('loading'),
      () => `it did not load its workload: ${output()}`,
    );
    process.kill(childOf(unshare.pid), 'SIGTERM');
    await until(
      () => unshare.exitCode !== null || unshare.signalCode !== null,
      () => `it is still there: ${output()}`,
    );
    assert.equal(unshare.exitCode, 0, output());
  });
}

const childOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
