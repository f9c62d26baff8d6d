import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Lifecycle, ServiceContext } from '../src/run/context.ts';
import { supervise } from '../src/run/supervise.ts';

/** Supervises fake children, whose events the test emits. */
function setUp(count: number, pidOf: (index: number) => number | undefined = (index) => index + 1) {
  const children: (EventEmitter & { pid: number | undefined; sent: string[] })[] = [];
  const stopped: string[] = [];
  const closers: (() => Promise<void> | void)[] = [];
  let stopping = false;
  const lifecycle: Lifecycle = {
    get stopping() {
      return stopping;
    },
    onStop: (_name, close) => void closers.push(close),
    stop(reason) {
      stopped.push(reason);
      return new Promise(() => {});
    },
  };
  const context = { log: pino({ level: 'silent' }), lifecycle } as unknown as ServiceContext;
  const supervised = supervise(context, {
    what: 'children',
    count,
    start: () => {
      const child = Object.assign(new EventEmitter(), {
        pid: pidOf(children.length),
        sent: [] as string[],
        send(message: string) {
          this.sent.push(message);
        },
        kill() {
          this.sent.push('a signal');
        },
      });
      children.push(child);
      return child as unknown as ChildProcess;
    },
  });
  const close = async () => {
    stopping = true;
    for (const closer of closers) await closer();
  };
  return { children, stopped, supervised, close };
}

describe('supervised children', () => {
  it('are all replaced when many end at once, and the service goes on', async () => {
    const { children, stopped } = setUp(12);
    for (const child of [...children]) child.emit('exit', null, 'SIGKILL');
    await sleep(50);
    assert.deepEqual([children.length, stopped], [24, []]);
  });

  it('are replaced once if they could not be started', async () => {
    const { children } = setUp(1, (index) => (index === 0 ? undefined : index));
    children[0]?.emit('error', new Error('spawn EAGAIN'));
    children[0]?.emit('error', new Error('and again'));
    await sleep(50);
    assert.equal(children.length, 2);
  });

  it('are not replaced when a message to them fails', async () => {
    const { children } = setUp(1);
    for (let time = 0; time < 3; time++) children[0]?.emit('error', new Error('write EPIPE'));
    await sleep(50);
    assert.equal(children.length, 1);
  });

  it('count as up from their message until their end', () => {
    const { children, supervised } = setUp(2);
    for (const child of children) child.emit('message', 'up');
    assert.equal(supervised.up, 2);
    children[0]?.emit('exit', 1, null);
    assert.equal(supervised.up, 1);
  });

  it('are stopped by a message, and by a signal, too, while they start and read no message', async () => {
    const { children, close } = setUp(2);
    const [up = assert.fail(), starting = assert.fail()] = children;
    up.emit('message', 'up');
    const closed = close();
    assert.deepEqual([up.sent, starting.sent], [['stop'], ['stop', 'a signal']]);
    starting.emit('exit', null, 'SIGTERM');
    up.emit('exit', 0, null);
    await closed;
  });

  it('do not end in order if one that was up is ended by a signal', async () => {
    const { children, close } = setUp(1);
    children[0]?.emit('message', 'up');
    const closed = close();
    children[0]?.emit('exit', null, 'SIGKILL');
    await assert.rejects(closed, /children that did not end in order: .*SIGKILL/);
  });
});
