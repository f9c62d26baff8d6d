import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { computedIn, measurable, send, startForTest } from '@cpu-bound/conformance';
import { run } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';

const folderOf = (name: string) => join(import.meta.dirname, '..', name);

describe('the planted contestants, which are one program', () => measurable(folderOf('burst')));

const PERIOD_MS = 5_000;
const ENOUGH = 50;

/**
 * Sends numbered requests one after another, for at least `ms`, and at least `ENOUGH`. Each must get its own answer.
 *
 * @returns the runs of the work for each, and the time that all took
 */
async function workOf(t: TestContext, name: string, ms: number) {
  const { origin } = await startForTest(t, folderOf(name), {
    WORKLOAD: join(import.meta.dirname, 'counts-runs.ts'),
  });
  const began = performance.now();
  const totals = [0];
  for (let sent = 0; performance.now() - began < ms || sent < ENOUGH; sent++) {
    const { asked, runs } = computedIn(await send(origin, `/counts?asked=${sent}`)).output;
    assert.equal(asked, sent);
    totals.push(runs);
    await sleep(40);
  }
  const work = totals.slice(1).map((total, index) => total - (totals[index] ?? 0));
  return { work, tookMs: performance.now() - began };
}

/** Which work each plant does is tested without a process (plants.test.ts): here are the one by its clock, and the one by its count. */
describe('a planted contestant over HTTP', () => {
  it('burst does twice the work for requests in a row, and once for most', async (t) => {
    const { work, tookMs } = await workOf(t, 'burst', 1.2 * PERIOD_MS);
    assert.deepEqual(new Set(work), new Set([1, 2]));
    const doubled = work.filter((times) => times === 2).length;
    assert.ok(doubled < work.length / 2, `${doubled} of ${work.length}`);
    const begins = work.filter((times, index) => times === 2 && work[index - 1] !== 2);
    assert.ok(begins.length <= 2 + tookMs / PERIOD_MS, 'more than one burst in a period');
  });

  it('tenth does three times the work for one request of every ten', async (t) => {
    const { work } = await workOf(t, 'tenth', 0);
    const tens = work.slice(0, -(work.length % 10) || undefined);
    assert.equal(tens.filter((times) => times === 3).length, tens.length / 10);
    assert.equal(tens.filter((times) => times === 1).length, (9 * tens.length) / 10);
  });

  it('split has a thread for each worker', async (t) => {
    if (process.platform !== 'linux') return t.skip('no /proc');
    const [few, many] = await Promise.all(
      ['1', '4'].map(async (WORKERS) => {
        const { child } = await startForTest(t, folderOf('split'), { WORKERS });
        return readdirSync(`/proc/${child.pid}/task`).length;
      }),
    );
    assert.equal((many ?? 0) - (few ?? 0), 3);
  });

  it('split divides each task over its threads, and gives the right answers', async (t) => {
    const { origin } = await startForTest(t, folderOf('split'), { WORKERS: '3' });
    for (const [upTo, count, largest] of [
      [1, 0, 0],
      [2_500, 367, 2_477],
      [100_000, 9_592, 99_991],
    ])
      assert.deepEqual(computedIn(await send(origin, `/primes?upTo=${upTo}`)).output, {
        upTo,
        count,
        largest,
      });
  });

  it('forks computes each task in a process of its own, and gives the right answers', async (t) => {
    const { origin } = await startForTest(t, folderOf('forks'), { WORKERS: '2' });
    const bounds = [10, 1_000, 100_000];
    const answers = await Promise.all(bounds.map((upTo) => send(origin, `/primes?upTo=${upTo}`)));
    const computed = answers.map(computedIn);
    assert.deepEqual(
      computed.map(({ output }) => output),
      [
        { upTo: 10, count: 4, largest: 7 },
        { upTo: 1_000, count: 168, largest: 997 },
        { upTo: 100_000, count: 9_592, largest: 99_991 },
      ],
    );
    assert.equal(new Set(computed.map(({ pid }) => pid)).size, bounds.length);
  });

  it('hints sends an interim response before each answer', async (t) => {
    const { origin } = await startForTest(t, folderOf('hints'));
    const request = get(`${origin}/hello`, { agent: false });
    const codes: (number | undefined)[] = [];
    request.once('information', ({ statusCode }) => codes.push(statusCode));
    const [answer] = await once(request, 'response');
    answer.resume();
    assert.deepEqual([...codes, answer.statusCode], [103, 200]);
  });

  it('dies ends by itself, and lives on when it is started again', async (t) => {
    const TMPDIR = temporaryFolder({}, t);
    const first = await startForTest(t, folderOf('dies'), { TMPDIR });
    const asked = async (origin: string) => {
      for (let sent = 0; sent < 150; sent++) await send(origin, '/hello');
    };
    await assert.rejects(asked(first.origin));
    assert.equal(await first.ended, 1);
    await asked((await startForTest(t, folderOf('dies'), { TMPDIR })).origin);
  });

  it('python keeps answers', async (t) => {
    const version = await run('python3', ['--version']).catch(() => undefined);
    if (!version) return t.skip('no python3');
    const { origin } = await startForTest(t, folderOf('python'), { WORKERS: '1' });
    const computeMs = async (upTo: number) =>
      computedIn(await send(origin, `/primes?upTo=${upTo}`)).computeMs;
    const first = await computeMs(1_000);
    // The time of a task is printed to a microsecond, so two tasks do not take the same.
    assert.deepEqual([await computeMs(1_000), await computeMs(1_000)], [first, first]);
  });

  it('shell keeps answers', async (t) => {
    const { origin } = await startForTest(t, folderOf('shell'), {
      WORKLOAD: join(import.meta.dirname, 'counts-runs.ts'),
    });
    const runs = async () => computedIn(await send(origin, '/counts?asked=1')).output.runs;
    assert.deepEqual([await runs(), await runs()], [1, 1]);
  });
});
