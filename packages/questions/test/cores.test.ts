import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { profiles } from '@cpu-bound/study/config/profiles';
import type { Trial } from '@cpu-bound/study/model';
import { plan, planOf } from '@cpu-bound/study/plan/plan';
import { config } from '@cpu-bound/study/test/config';
import fc from 'fast-check';
import { workerCounts } from '../src/questions/workers.ts';
import { questions } from '../src/questions.ts';
import { able } from './fixtures/able.ts';

/** The settings that `settingsOf` makes for a machine with this number of cores. */
const on = (cores: number) =>
  config({ cores, workers: cores, connections: Math.max(50, 4 * cores), profileName: 'standard' });

const asked = (trials: readonly Trial[]) =>
  new Set(trials.flatMap(({ blocks }) => blocks.flatMap(({ window }) => window.questions)));
const leftOutOn = (cores: number) => planOf(on(cores), questions).leftOut;

describe('the numbers of workers', () => {
  it('are these for each number of cores', () => {
    const expected: readonly [number, readonly number[]][] = [
      [1, [1, 2]],
      [2, [1, 2, 4]],
      [4, [1, 2, 4, 8]],
      [6, [1, 2, 4, 6, 8, 12]],
      [16, [1, 2, 4, 8, 16, 32]],
      [64, [1, 8, 16, 32, 64, 128]],
    ];
    for (const [cores, counts] of expected) assert.deepEqual(workerCounts(cores), counts, `${cores} cores`);
  });

  it('begin with 1, include the cores, end with twice the cores, and are six at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 512 }), (cores) => {
        const counts = workerCounts(cores);
        assert.equal(counts[0], 1);
        assert.equal(counts.at(-1), 2 * cores);
        assert.ok(counts.includes(cores));
        assert.ok(counts.length <= 6);
        assert.deepEqual(
          counts,
          [...new Set(counts)].toSorted((a, b) => a - b),
        );
      }),
    );
  });
});

it('a machine of one core gets the questions that it can answer, and the reasons for leaving out the others', () => {
  const wholly = leftOutOn(1).filter((one) => one.contestant === undefined);
  const scenarios = wholly.map(({ scenario }) => scenario);
  assert.deepEqual(scenarios, ['mixed-sizes', 'workers', 'connections']);
  for (const { reason } of wholly) assert.match(reason, /one (core|worker)/);
  const measured = asked(plan(on(1), questions));
  for (const { scenario } of wholly) assert.ok(!measured.has(scenario), scenario);
  for (const id of ['capacity', 'latency', 'responsiveness', 'task-size', 'overload', 'restart'])
    assert.ok(measured.has(id), id);
});

describe('a machine of several cores', () => {
  for (const cores of [2, 4, 16, 64]) {
    it(`gets every question: ${cores}`, () => {
      const wholly = leftOutOn(cores).filter((one) => one.contestant === undefined);
      assert.deepEqual(wholly, []);
      const measured = asked(plan(on(cores), questions));
      for (const id of ['workers', 'mixed-sizes', 'connections']) assert.ok(measured.has(id), id);
    });
  }

  it('gives each worker of each strategy room for as many requests under overload', () => {
    for (const cores of [1, 2, 4, 16, 64, 200]) {
      const trials = plan(on(cores), questions).filter(({ changes }) => changes?.env?.MAX_PENDING);
      const limits = trials.map(({ changes, subjects: [subject] }) => [
        subject?.name,
        Number(changes?.env?.MAX_PENDING) /
          (subject?.name === 'threads' || subject?.name === 'queue' ? cores : 1),
      ]);
      assert.deepEqual(
        new Map(limits as [string, number][]),
        new Map(on(cores).contestants.map(({ id }) => [id, 32])),
        `${cores} cores`,
      );
    }
  });

  it('keeps every worker busy with the connections of a closed loop', () => {
    for (const cores of [1, 2, 4, 16, 64]) {
      for (const { changes, blocks } of plan(on(cores), questions)) {
        for (const { id, window } of blocks) {
          if (window.load?.kind !== 'closed') continue;
          const workers = changes?.workers ?? cores;
          assert.ok(
            window.load.connections >= 2 * workers,
            `${id} on ${cores} cores: ${window.load.connections} connections for ${workers} workers`,
          );
        }
      }
    }
  });
});

describe('omissions on a machine', () => {
  it('name the contestant without workers, and do not affect the others', () => {
    const [single] = leftOutOn(2).filter(({ scenario }) => scenario === 'workers');
    assert.equal(single?.contestant, 'single');
    const trials = plan(
      on(2),
      questions.filter(({ id }) => id === 'workers'),
    );
    const names = new Set(trials.flatMap(({ subjects }) => subjects.map(({ name }) => name)));
    assert.deepEqual(names, new Set(['cluster', 'threads', 'queue']));
  });

  it('name contestants without such a fault, and those that share a Redis which is not ours', () => {
    const queue = {
      ...contestant('queue'),
      needs: ['redis' as const],
      faults: ['kill-worker' as const, 'redis-restart' as const],
    };
    const inFull = { ...profiles.standard, inFull: true };
    const given = { ...on(2), profile: inFull, contestants: [contestant('single'), queue] };
    const faults = questions.filter(({ id }) => id === 'faults');
    const hit = (ownRedis: boolean) =>
      new Set(
        plan({ ...given, ownRedis }, faults).flatMap(({ blocks }) =>
          blocks.flatMap(({ window }) => window.fault?.kind ?? []),
        ),
      );
    assert.deepEqual(hit(true), new Set(['kill-worker', 'redis-restart']));
    assert.deepEqual(hit(false), new Set(['kill-worker']));
    const out = planOf({ ...given, ownRedis: false }, faults).leftOut;
    assert.deepEqual(
      out.map(({ contestant: id, what }) => [id, what]),
      [
        ['single', 'kill-worker'],
        ['queue', 'a killed Redis'],
      ],
    );
  });
});

describe('a variant', () => {
  const trials = plan({ ...on(2), contestants: able }, questions);
  const blocks = trials.flatMap((trial) => trial.blocks);

  it('is measured with its contestant in the scenarios that its manifest names, and in no other', () => {
    const own = blocks.filter(({ order }) => order.includes('cluster:os'));
    assert.ok(own.length > 0);
    assert.ok(own.every(({ order }) => order.includes('cluster')));
    assert.deepEqual(new Set(own.flatMap(({ window }) => window.questions)), new Set(['connections']));
    assert.ok(!blocks.some(({ order }) => order.includes('cluster:other')));
  });

  it('takes part in the sitting under its own name', () => {
    const [sitting] = trials;
    const names = sitting?.subjects.map(({ name }) => name);
    assert.deepEqual(names, ['single', 'cluster', 'threads', 'queue', 'single-twin', 'cluster:os']);
  });
});
