import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { cpus } from 'node:os';
import { describe, it } from 'node:test';
import { MARKER, markedProcesses, sweep } from '../../src/host/marker.ts';
import {
  processesOf,
  readUsage,
  serverMemory,
  treesOf,
  type UsageReading,
  usageBetween,
} from '../../src/host/usage.ts';

describe('usage between two readings', () => {
  it('is the growth of the counters', () => {
    const cores = cpus().length;
    const usage = usageBetween(
      {
        at: 0,
        serverCpu: 1,
        redisCpu: 0.5,
        idleCpu: { other: 0.25, another: 1 },
        othersCpu: 7,
        unattributedCpu: 8,
        machine: { total: 1_000, stolen: 1, busy: 900 },
      },
      {
        at: 2_000,
        serverCpu: 3,
        redisCpu: 0.75,
        idleCpu: { other: 0.5, another: 1 },
        othersCpu: 7 + cores / 2,
        unattributedCpu: 8.5 + cores / 2,
        machine: { total: 1_500, stolen: 11, busy: 1_300 },
      },
      0.5,
    );
    assert.deepEqual(usage, {
      serverCpu: 2,
      redisCpu: 0.25,
      generatorCpu: 0.5,
      idleCores: { other: 0.125, another: 0 },
      steal: 0.02,
      foreign: 0.25,
      unattributed: 0.5 + cores / 2,
    });
  });
  it('leaves out the counters that the platform lacks, and keeps a CPU time of 0', () => {
    const used = (before: object, after: object) =>
      usageBetween({ at: 0, ...before }, { at: 1_000, ...after }, 0);
    assert.deepEqual(used({ serverCpu: 1 }, { serverCpu: 2 }), { serverCpu: 1, generatorCpu: 0 });
    assert.deepEqual(used({ serverCpu: 0 }, { serverCpu: 0 }), { serverCpu: 0, generatorCpu: 0 });
    assert.deepEqual(used({}, { serverCpu: 2 }), { generatorCpu: 0 });
  });
  it('has no share of foreign programs if the processes of the service are not known', () => {
    const others = (at: number) => ({ at, othersCpu: at / 1_000 });
    assert.equal(usageBetween(others(0), others(1_000), 0).foreign, undefined);
  });
  it('covers the time between the requests if a service reports it, however late the answers', () => {
    const reading = (serverCpu: number, askedAtMs: number, answeredAtMs: number) => ({
      at: 0,
      serverCpu,
      report: { askedAtMs, answeredAtMs },
    });
    const cpu = (after: UsageReading) => usageBetween(reading(1, 0, 400), after, 0).serverCpu;
    assert.equal(cpu(reading(3, 1_000, 1_400)), 2);
    assert.equal(cpu(reading(3, 1_000, 2_400)), 1);
    assert.equal(cpu(reading(3, 1_000, 600)), undefined, 'the answers came together');
    assert.equal(cpu(reading(1, 1_000, 1_400)), undefined, 'it reported the same again');
  });
});

describe('the processes of a service', () => {
  const mark = `test-${randomUUID()}`;
  const start = (name: string) =>
    fork(new URL('../fixtures/burn.ts', import.meta.url), {
      env: { ...process.env, [MARKER]: `${mark}/${name}` },
    });
  const named = (name: string) => ({
    mark: `${mark}/${name}`,
    backendPids: [],
    place: { port: 1, queueName: name },
  });
  const burn = async (child: ChildProcess) => {
    const messages = on(child, 'message');
    child.send('cpu');
    for await (const [said] of messages) if (said === 'burnt') return;
  };

  it('are found by their mark, their CPU time and memory counted, and ended by a sweep', async () => {
    const child = start('one');
    await once(child, 'message');
    assert.ok((await markedProcesses(mark)).includes(child.pid ?? 0));
    const trees = await treesOf({ kind: 'local', ...named('one') });
    assert.deepEqual(trees, { server: [child.pid], idle: {} });
    const before = await readUsage(trees, undefined);
    await burn(child);
    const after = await readUsage(trees, undefined);
    const { serverCpu = 0 } = usageBetween(before, after, 0);
    const { serverRssBytes = 0 } = await serverMemory(trees);
    assert.ok(serverCpu > 0.05, `${serverCpu} s of CPU for 300 ms of work`);
    assert.ok(serverRssBytes > 2 ** 20);
    const ended = once(child, 'exit');
    assert.equal(await sweep(mark), 1);
    await ended;
    assert.deepEqual(await markedProcesses(mark), []);
  });

  it('are counted apart from those of idle services', async () => {
    const [one, other] = [start('one'), start('other')];
    await Promise.all([one, other].map((child) => once(child, 'message')));
    const idle = { other: named('other'), nobody: named('nobody') };
    const trees = await treesOf({ kind: 'local', ...named('one') }, idle);
    assert.deepEqual(trees, { server: [one.pid], idle: { other: [other.pid], nobody: [] } });
    const before = await readUsage(trees, undefined);
    await burn(other);
    const after = await readUsage(trees, undefined);
    const { idleCores } = usageBetween(before, after, 0);
    const seconds = ((after.at - before.at) / 1000) * (idleCores?.other ?? 0);
    assert.ok(seconds > 0.05, `${seconds} s of CPU for 300 ms of work`);
    assert.equal(idleCores?.nobody, 0);
    const gone = Promise.all([one, other].map((child) => once(child, 'exit')));
    assert.equal(await sweep(mark), 2);
    await gone;
    assert.deepEqual(await processesOf(named('one')), []);
    assert.deepEqual(await readUsage(trees, undefined).then(({ serverCpu }) => serverCpu), undefined);
  });
});
