import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { describe, it } from 'node:test';
import { MARKER, markedProcesses, sweep } from '../../src/host/marker.ts';
import { readUsage, treeOf, treesOf, type UsageReading, usageBetween } from '../../src/host/usage.ts';

describe('usage between two readings', () => {
  it('is the growth of the counters', () => {
    const usage = usageBetween(
      {
        serverCpu: 1,
        redisCpu: 0.5,
        idleCpu: 0.25,
        benchCpu: 7,
        machine: { total: 1_000, busy: 100, stolen: 1 },
      },
      {
        serverCpu: 3,
        redisCpu: 0.75,
        idleCpu: 0.5,
        benchCpu: 7.25,
        machine: { total: 1_500, busy: 550, stolen: 11 },
      },
      0.5,
    );
    const ours = { serverCpu: 2, redisCpu: 0.25, idleCpu: 0.25, generatorCpu: 0.5 };
    // 450 ticks were busy; 325 of them belong to the study and to the bench's quarter of a second.
    assert.deepEqual(usage, { ...ours, steal: 0.02, foreign: 0.25 });
  });
  it('leaves out the counters that the platform lacks', () => {
    const used = (before: object, after: object) =>
      usageBetween({ benchCpu: 0, ...before }, { benchCpu: 0, ...after }, 0);
    assert.deepEqual(used({ serverCpu: 1 }, { serverCpu: 2 }), { serverCpu: 1, generatorCpu: 0 });
    assert.deepEqual(used({}, { serverCpu: 2 }), { generatorCpu: 0 });
  });
  it('has no share of foreign programs if the processes of the service are not known', () => {
    const ticks = (busy: number) => ({ benchCpu: 0, machine: { total: 10 * busy, busy, stolen: 0 } });
    assert.equal(usageBetween(ticks(10), ticks(20), 0).foreign, undefined);
  });
  it('covers the time between the requests if a service reports it, however late the answers', () => {
    const reading = (serverCpu: number, askedAtMs: number, answeredAtMs: number) => ({
      serverCpu,
      benchCpu: 0,
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
  const burn = async (child: ChildProcess) => {
    const messages = on(child, 'message');
    child.send('cpu');
    for await (const [said] of messages) if (said === 'burnt') return;
  };

  it('are found by their mark, their CPU time and memory counted, and ended by a sweep', async () => {
    const child = start('one');
    await once(child, 'message');
    assert.ok((await markedProcesses(mark)).includes(child.pid ?? 0));
    const trees = await treesOf({ kind: 'local', mark: `${mark}/one`, backendPids: [] });
    assert.deepEqual(trees, { server: [child.pid], idle: [] });
    const before = await readUsage(trees, undefined);
    await burn(child);
    const after = await readUsage(trees, undefined);
    const { serverCpu = 0, serverRssBytes = 0 } = usageBetween(before, after, 0);
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
    const trees = await treesOf({ kind: 'local', mark: `${mark}/one`, backendPids: [] }, [
      `${mark}/other`,
      `${mark}/nobody`,
    ]);
    assert.deepEqual(trees, { server: [one.pid], idle: [other.pid] });
    const before = await readUsage(trees, undefined);
    await burn(other);
    const { idleCpu = 0 } = usageBetween(before, await readUsage(trees, undefined), 0);
    assert.ok(idleCpu > 0.05, `${idleCpu} s of CPU for 300 ms of work`);
    const gone = Promise.all([one, other].map((child) => once(child, 'exit')));
    assert.equal(await sweep(mark), 2);
    await gone;
    assert.deepEqual(await treeOf(mark), []);
    assert.deepEqual(await readUsage(trees, undefined).then(({ serverCpu }) => serverCpu), undefined);
  });
});
