import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { assertGolden } from '@cpu-bound/report/test/golden';
import { profilePage } from '../../src/profile/page.ts';
import { partOf, placeOf } from '../../src/profile/parts.ts';
import type { CallFrame } from '../../src/profile/self-times.ts';

const frame = (functionName: string, url = '', lineNumber = 11): CallFrame => ({
  functionName,
  url,
  lineNumber,
});
const kernel = frame('countPrimes', 'file:///home/me/study/packages/workload/src/primes/kernel.ts');
const express = frame(
  'handle',
  'file:///home/me/study/node_modules/.pnpm/router@2.2.0/node_modules/router/lib/layer.js',
);
const bullmq = frame(
  '',
  'file:///s/node_modules/.pnpm/bullmq@5/node_modules/@scope/bullmq/dist/esm/classes/job.js',
);
const mine = frame('work', 'file:///srv/app/mine.ts');
const profiled = {
  title: 'worker threads (piscina)',
  input: 'upTo=200000',
  workload: 'primes',
  connections: 50,
  seconds: 10,
  kernel: { alone: 4.5, together: 4.6, cores: 2 },
};

describe('the parts of a profile', () => {
  for (const [one, part] of [
    [kernel, 'the workload'],
    [express, 'router'],
    [bullmq, '@scope/bullmq'],
    [mine, "the contestant's own code"],
    [frame('serve', 'file:///s/packages/service/src/http/app.ts'), 'packages/service'],
    [frame('writeBuffer', 'node:internal/stream_base_commons'), 'Node.js'],
    [frame('(garbage collector)'), 'garbage collection'],
    [frame('(program)'), 'native code and system calls'],
    [frame('writev'), 'native code and system calls'],
  ] as const) {
    it(`take ${one.functionName || 'the nameless'} of ${one.url || 'nowhere'} for ${part}`, () =>
      assert.equal(partOf(one, 'primes'), part));
  }

  it('take a module of the user for the workload where it is the workload', () =>
    assert.equal(partOf(mine, '/srv/app/mine.ts'), 'the workload'));
  it('take a function of the user for the workload, bundled or not', () => {
    const bundled = frame('work', 'file:///srv/app/mine.ts?bundled');
    for (const one of [mine, bundled])
      assert.equal(partOf(one, '/srv/app/mine.ts#work?args=%5B2%5D'), 'the workload');
  });

  it('say where a function stands without the folders that only this machine has', () => {
    assert.equal(placeOf(kernel), 'workload/…/kernel.ts:12');
    assert.equal(placeOf(express), 'router/lib/layer.js:12');
    assert.equal(placeOf(frame('writev')), '');
  });
});

describe('the page of a profile', () => {
  const times = [
    { frame: frame('(idle)'), microseconds: 9e6 },
    { frame: kernel, microseconds: 18e6 },
    { frame: frame('writev'), microseconds: 1e6 },
    { frame: express, microseconds: 0.9e6 },
    { frame: mine, microseconds: 0.01e6 },
  ];

  it('shows what each part and each function takes of a request, beside the workload alone', () =>
    assertGolden(
      'profile.md',
      profilePage({ answers: 4_000, threads: 3, times, cpuMs: 4.9, redisMs: 0.2 }, profiled),
      join(import.meta.dirname, '..'),
    ));

  it('says so where nothing left a profile', () =>
    assert.match(
      profilePage({ answers: 4_000, threads: 0, times: [] }, profiled),
      /only programs on Node\.js/,
    ));
});
