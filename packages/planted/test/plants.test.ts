import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../src/clock.ts';
import { plants } from '../src/plants.ts';

let wallMs: number;
let cpuMs: number;
let blocked: number[];
let runs: number;
let keptBytes: number;

/** A fake clock: a test or a blocked thread advances its time, and each reading advances the CPU time. */
const clock: Clock = {
  now: () => wallMs,
  cpu: () => {
    cpuMs += 0.001;
    return cpuMs;
  },
  block(ms) {
    blocked.push(ms);
    wallMs += ms;
  },
  keep(bytes) {
    keptBytes += bytes;
  },
};
const run = (input: number) => {
  runs++;
  cpuMs += 100;
  return input + 1;
};

describe('a planted contestant', () => {
  beforeEach(() => {
    [wallMs, cpuMs, blocked, runs, keptBytes] = [1_234, 0, [], 0, 0];
  });

  /** Sends a number of requests at an interval, and counts the runs of the work for each. */
  async function workOf(name: keyof typeof plants, requests: number, everyMs: number): Promise<number[]> {
    const planted = plants[name](run, clock);
    const work: number[] = [];
    for (let request = 0; request < requests; request++) {
      const before = runs;
      assert.equal(await planted(request), request + 1, 'the answer stays right');
      work.push(runs - before);
      wallMs += everyMs;
    }
    return work;
  }

  it('plain does the work once for each request', async () => {
    assert.deepEqual(new Set(await workOf('plain', 500, 50)), new Set([1]));
    assert.deepEqual(blocked, []);
  });

  it('pause blocks one task in every 5 s for 200 ms, and does no more work', async () => {
    assert.deepEqual(new Set(await workOf('pause', 600, 50)), new Set([1]));
    assert.deepEqual(blocked, Array(6).fill(200), 'six pauses in 30 s');
  });

  it('pause blocks as often at any load, and never without a request', async () => {
    await workOf('pause', 10_000, 3);
    assert.equal(blocked.length, 6, 'six pauses in 30 s');
    blocked = [];
    await workOf('pause', 3, 20_000);
    assert.equal(blocked.length, 2, 'one pause at the first request after many periods');
  });

  it('burst does twice the work for 500 ms of every 5 s', async () => {
    wallMs = 0;
    const work = await workOf('burst', 300, 50);
    const expected = Array.from({ length: 300 }, (_, index) => (index % 100 < 10 ? 2 : 1));
    assert.deepEqual(work, expected);
  });

  it('tenth does three times the work for one drawn request of every ten', async () => {
    const work = await workOf('tenth', 1_000, 1);
    const places = Array.from({ length: 100 }, (_, ten) => {
      const block = work.slice(10 * ten, 10 * ten + 10);
      assert.deepEqual(block.toSorted(), [1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
      return block.indexOf(3);
    });
    assert.equal(new Set(places).size, 10, 'a place is never drawn');
  });

  it('tenth draws the same places again', async () => {
    assert.deepEqual(await workOf('tenth', 200, 1), await workOf('tenth', 200, 7));
  });

  it('refuse and fail reject every second request', async () => {
    for (const name of ['refuse', 'fail'] as const) {
      const planted = plants[name](run);
      const answers = Array.from({ length: 6 }, async (_, request) => planted(request));
      const ends = (await Promise.allSettled(answers)).map(({ status }) => status);
      assert.deepEqual(ends, Array(3).fill(['fulfilled', 'rejected']).flat(), name);
    }
  });

  it('cache does the work once for each input', async () => {
    const planted = plants.cache(run);
    for (const input of [1, 2, 1, 1, 2]) assert.equal(await planted(input), input + 1);
    assert.equal(runs, 2);
  });

  it('ahead answers the same input from results that it computed while idle', async () => {
    const planted = plants.ahead(run);
    await planted(1);
    while (runs < 5) await nextTurn();
    const before = runs;
    assert.equal(await planted(1), 2);
    assert.equal(runs, before);
    assert.equal(await planted(7), 8);
    assert.equal(runs, before + 1);
  });

  it('timer, sleep, garbage and walk do the work once for each request', async () => {
    for (const name of ['timer', 'sleep', 'garbage', 'walk'] as const) {
      const inputs: number[] = [];
      const planted = plants[name]((input: number) => inputs.push(input), clock);
      for (const input of [5, 6, 7]) await planted(input);
      assert.deepEqual(inputs, [5, 6, 7], name);
    }
  });

  it('timer uses 5 ms of CPU time every 25 ms, without a request', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    plants.timer(run, clock);
    t.mock.timers.tick(1_000);
    assert.ok(Math.abs(cpuMs - 200) < 1, `${cpuMs} ms`);
  });

  it('rare blocks the event loop for the first second of every minute', async () => {
    wallMs = 0;
    assert.deepEqual(new Set(await workOf('rare', 3_600, 50)), new Set([1]));
    assert.deepEqual(blocked, Array(4).fill(1_000), 'at 0, 60, 120 and 180 s');
  });

  it('leak allocates 10 MiB every minute, and does no more work', async () => {
    const planted = plants.leak(run, clock);
    for (let request = 0; request < 600; request++) {
      assert.equal(await planted(request), request + 1);
      wallMs += 1_000;
    }
    assert.equal(Math.round(keptBytes / 2 ** 20), 100);
    assert.equal(runs, 600);
  });

  it('five, ten and twenty use 5, 10 and 20 % more CPU time for each request', async () => {
    await workOf('plain', 200, 1);
    const plain = cpuMs;
    for (const [name, times] of [
      ['five', 1.05],
      ['ten', 1.1],
      ['twenty', 1.2],
    ] as const) {
      cpuMs = 0;
      await workOf(name, 200, 1);
      assert.ok(Math.abs(cpuMs / plain - times) < 0.001, `${name}: ${cpuMs / plain} times as much`);
    }
  });
});
