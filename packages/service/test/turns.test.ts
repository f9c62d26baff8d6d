import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import type { DataObject } from '@cpu-bound/workload';
import type { ComputeResult } from '../src/contract.ts';
import { inTurns } from '../src/run/turns.ts';

const worker = { pid: 1, threadId: 0 };
const never = new AbortController().signal;

/** Creates a kernel that records its inputs. */
function setUp() {
  const begun: unknown[] = [];
  const compute = inTurns(async ({ number = -1 }): Promise<ComputeResult> => {
    begun.push(number);
    if (number === 'bad') throw new Error('bad');
    return { output: { number }, computeMs: 0, worker };
  });
  const ask = (number: number | string, signal = never) => compute({ number }, { signal, deadlineAt: 0 });
  return { begun, ask };
}

describe('tasks that take turns on the event loop', () => {
  it('begin after the iteration of their request, at most one in each iteration', async () => {
    const { begun, ask } = setUp();
    const results = [ask(0), ask(1), ask(2)];
    assert.deepEqual(begun, []);
    const counts: number[] = [];
    for (let iteration = 0; iteration < 8; iteration++) {
      await new Promise(setImmediate);
      counts.push(begun.length);
    }
    assert.ok(
      counts.every((count, iteration) => count - (counts[iteration - 1] ?? 0) <= 1),
      `${counts} were begun by the end of each iteration`,
    );
    const numbers = (await Promise.all(results)).map(({ output }) => (output as DataObject).number);
    assert.deepEqual(numbers, [0, 1, 2]);
  });

  it('do not begin if they were aborted while they waited, and reject with the reason', async () => {
    const { begun, ask } = setUp();
    const controller = new AbortController();
    const results = [ask(0), ask(1, controller.signal), ask(2)];
    controller.abort(new Error('the client left'));
    await assert.rejects(results[1] ?? Promise.resolve(), /the client left/);
    await Promise.all([results[0], results[2]]);
    assert.deepEqual(begun, [0, 2]);
  });

  it('do not wait for the work of another task off the event loop', async () => {
    const { promise, resolve } = Promise.withResolvers<ComputeResult>();
    const compute = inTurns(({ number }) =>
      number === 0 ? promise : Promise.resolve({ output: { number: 1 }, computeMs: 0, worker }),
    );
    const options = { signal: never, deadlineAt: 0 };
    const first = compute({ number: 0 }, options);
    assert.equal(((await compute({ number: 1 }, options)).output as DataObject).number, 1);
    resolve({ output: { number: 0 }, computeMs: 0, worker });
    assert.equal(((await first).output as DataObject).number, 0);
  });

  it('are computed although a new connection comes in every iteration', async () => {
    const connection = channel('net.server.socket'); // Node publishes each connection there
    let isOpen = true;
    const flood = () => {
      connection.publish({});
      if (isOpen) setImmediate(flood);
    };
    flood();
    const { begun, ask } = setUp();
    await Promise.all([ask(0), ask(1), ask(2)]);
    isOpen = false;
    assert.deepEqual(begun, [0, 1, 2]);
  });

  it('go on after a task that failed, and after a pause', async () => {
    const { begun, ask } = setUp();
    const bad = ask('bad');
    const good = ask(1);
    await assert.rejects(bad, /bad/);
    await good;
    await new Promise(setImmediate);
    await ask(2);
    assert.deepEqual(begun, ['bad', 1, 2]);
  });
});
