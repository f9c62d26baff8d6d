import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WindowResult } from '../../src/model/results.ts';
import { doubtsAbout, type Machine, type Plant, TASK_MS } from '../fixtures/doubtful-run.ts';
import { accounting, loadResult } from '../fixtures/run.ts';

/** The runs of each honest contestant on each machine. */
const RUNS_OF_EACH = 10;

const kindsOf = (plant: Plant) => doubtsAbout(plant).map(({ contestant, kind }) => `${contestant} ${kind}`);
const answering = (factor: number) => (load: NonNullable<WindowResult['load']>) => ({
  ...load,
  ...loadResult(Math.round(load.answers * factor)),
});

describe('doubts about a contestant', () => {
  it('occur in fewer than one of a hundred runs with an honest contestant, even on a machine that slows down', () => {
    const doubted = Array.from({ length: 200 }, (_, seed) => doubtsAbout({}, `run ${seed}`)).flat();
    assert.deepEqual(doubted, []);
  });

  for (const inFrames of [false, true])
    it(`do not arise about CPU time of a contestant that computes in processes which the bench does not know, in ${inFrames ? 'frames' : 'windows'}`, () => {
      for (const unknown of [0.3, 0.5, 0.9])
        assert.deepEqual(doubtsAbout({ unknown }, 'honest', 10, { inFrames }), [], `${unknown}`);
    });

  it('name the CPU time that its answers would need and the limit of its cores, if it remembers answers', () => {
    assert.deepEqual(kindsOf({ closed: answering(20), cpu: 0.4 }), [
      'threads too-little-cpu',
      'threads too-many-answers',
    ]);
    const [cpu, rate] = doubtsAbout({ closed: answering(20), cpu: 0.4 }).map(({ message }) => message);
    assert.match(
      cpu ?? '',
      /^its answers in the closed loop need \d+(\.\d+)? times the CPU time that its processes used: a task needs /,
    );
    assert.match(rate ?? '', /^it gave [\d,]+ answers a second, where 2 cores can compute \d+: /);
  });

  it('name a program that the bench does not provide, if it remembers answers, and not if it computes in half of the time', () => {
    const remembers = { closed: answering(20), cpu: 0.4, program: 'sh' };
    assert.deepEqual(kindsOf(remembers), ['threads too-little-cpu', 'threads too-many-answers']);
    const faster = { closed: answering(2), openCpu: 0.07, splitOver: 2, open: { computeMs: 1.5 } };
    assert.deepEqual(kindsOf({ ...faster, program: 'native' }), []);

    assert.ok(kindsOf(faster).includes('threads too-little-cpu'));
  });

  it('name a service that answers while its processes use no CPU time: another process computes', () => {
    assert.deepEqual(kindsOf({ cpu: 0 }), ['threads too-little-cpu']);
  });

  it('name the CPU time of the open loop if answers come from a store at a low rate and are computed at a high one', () => {
    const [doubt, ...others] = doubtsAbout({ openCpu: 0.01 });
    assert.deepEqual(others, []);
    assert.match(doubt?.message ?? '', /^its answers in the open loop need 1\d(\.\d+)? times the CPU time/);
  });

  it('name a contestant that computes while others are measured', () => {
    const [doubt, ...others] = doubtsAbout({ idle: 0.35 });
    assert.deepEqual(others, []);
    assert.deepEqual([doubt?.contestant, doubt?.kind], ['threads', 'busy-while-not-asked']);
    assert.match(doubt?.message ?? '', /^it kept 0\.\d+ cores busy while others were measured/);
  });

  it('find answers that were sent twice, without other doubts, on a machine that slows to half', () => {
    assert.deepEqual(kindsOf({ slower: 2 }), []);
    assert.ok(kindsOf({ slower: 2, closed: answering(2) }).includes('threads too-little-cpu'));
  });

  for (const [kept, cores] of [
    [0.05, 2],
    [0.18, 2],
    [0.05, 1],
    [1, 2],
  ] as const)
    it(`name the time of a task in nine of ten runs if the contestant keeps ${100 * kept} % of the answers: ${cores} cores`, () => {
      const on = { cores, loneGain: 1 };
      const runs = Array.from({ length: 40 }, (_, seed) => doubtsAbout({ kept }, `run ${seed}`, 10, on));
      const found = runs.filter((doubts) => doubts.some(({ kind }) => kind === 'too-fast'));
      assert.ok(found.length >= 36, `${found.length} of 40`);
    });

  it('do not arise about the latency of an honest contestant, even if it divides each task over all cores of a machine whose speed wanders', () => {
    for (const cores of [1, 2, 8, 16])
      for (const splitOver of [1, cores]) {
        const on = { cores, scatter: 0.12 };
        const runs = Array.from({ length: 100 }, (_, seed) =>
          doubtsAbout({ splitOver }, `run ${seed}`, 10, on),
        );
        const found = runs.flat().filter(({ kind }) => kind === 'too-fast');
        assert.deepEqual(found, [], `${cores} cores, a task on ${splitOver}`);
      }
  });

  for (const cores of [1, 2, 8, 16])
    it(`question an honest contestant in fewer than one of a hundred runs, whether cores are hyper-threads or the machine is busy: ${cores} cores`, () => {
      const machines: readonly Partial<Machine>[] = [1, 1.3, 2].flatMap((loneGain) =>
        [0, 0.5].flatMap((disturbed) => [false, true].map((inFrames) => ({ loneGain, disturbed, inFrames }))),
      );
      const plants: readonly Plant[] = [{}, { splitOver: cores }, { unknown: 0.3 }, { unknown: 0.9 }];
      const made = machines.flatMap((machine) =>
        plants.flatMap((plant) =>
          Array.from({ length: RUNS_OF_EACH }, (_, seed) => ({ machine, plant, seed })),
        ),
      );
      const questioned = made.flatMap(({ machine, plant, seed }) =>
        doubtsAbout(plant, `run ${seed}`, 10, { cores, ...machine }).map(({ kind, contestant }) =>
          JSON.stringify({ ...machine, ...plant, seed, contestant, kind }),
        ),
      );
      assert.ok(questioned.length < made.length / 100, `${made.length} runs: ${questioned.join('\n')}`);
    });

  it('name both times if the contestant reports too long a time for its tasks', () => {
    const [doubt] = doubtsAbout({ open: { computeMs: 10 * TASK_MS } });
    assert.equal(doubt?.kind, 'own-times');
    const message = doubt?.message ?? '';
    assert.match(message, /^it reports 50\.0 ms for a task, and its requests took [\d.]+ ms in all/);
  });

  it('count the answers if the contestant answers twice', () => {
    const [doubt] = doubtsAbout({ open: { answeredTwice: 7 } });
    const message = doubt?.message ?? '';
    assert.match(message, /^at least 70 answers came to requests that had one already, of \d+ requests$/);
    assert.ok(
      kindsOf({ closed: (load) => ({ ...load, answeredTwice: 1 }) }).includes('threads answered-twice'),
    );
  });

  it('name the share, and the needs in which it is not recommended, if a contestant fails every second request', () => {
    const failing = (load: NonNullable<WindowResult['load']>) => ({
      ...load,
      firstFailure: 'UND_ERR_HEADERS_OVERFLOW: Headers Overflow Error',
      accounting: accounting({
        sent: 2 * load.answers + 3,
        ok: load.answers,
        failed: load.answers,
        inFlight: 3,
      }),
    });
    const [doubt] = doubtsAbout({ closed: failing });
    assert.equal(doubt?.kind, 'unanswered');
    assert.match(
      doubt?.message ?? '',
      /^50\.0 % of its requests in the closed loop had no right answer, in 10 of 10 rounds.* The first reason: UND_ERR_HEADERS_OVERFLOW/,
    );
  });

  it('name the share of the open loop if a few requests never end, which a closed loop does not see', () => {
    const hanging = accounting({ sent: 50, ok: 49, timedOut: 1 });
    const [doubt, ...others] = doubtsAbout({ open: { accounting: hanging } });
    assert.deepEqual(others, []);
    assert.match(
      doubt?.message ?? '',
      /^2\.00 % of its requests in the open loop had no right answer, in 10 of 10 rounds/,
    );
  });

  for (const loneGain of [1, 1.3, 1.6, 2])
    describe(`where a core alone is ${loneGain} times as fast as all cores at once`, () => {
      const on = { loneGain, scatter: 0.005 };
      const kinds = (plant: Plant, machine: Partial<Machine> = {}) =>
        doubtsAbout(plant, 'honest', 10, { ...on, ...machine }).map(
          ({ contestant, kind }) => `${contestant} ${kind}`,
        );

      it('do not arise about an honest contestant, whether it keeps one, half or all of 2, 16 or 64 cores busy', () => {
        for (const cores of [2, 16, 64])
          for (const busy of [1, 0.5]) assert.deepEqual(kinds({}, { cores, busy }), [], `${cores} ${busy}`);
      });

      it('do not arise about an honest contestant on half of its cores beside load generators that keep others busy', () =>
        assert.deepEqual(kinds({}, { cores: 8, busy: 0.5, apart: 8 }), []));

      it('do not arise about an honest contestant of a run that did not time a core alone', () =>
        assert.deepEqual(kinds({}, { isLoneTimed: false }), []));

      it('name a contestant that remembers, stores, computes ahead, answers without CPU time or sends half of the answers twice', () => {
        const isNamed = (plant: Plant, kind: string) =>
          assert.ok(kinds(plant, { cores: 16 }).includes(`threads ${kind}`), kind);
        isNamed({ closed: answering(20), cpu: 0.4 }, 'too-many-answers');
        isNamed({ closed: answering(20), cpu: 0.4 }, 'too-little-cpu');
        isNamed({ openCpu: 0.01 }, 'too-little-cpu');
        isNamed({ cpu: 0 }, 'too-little-cpu');
        isNamed({ closed: answering(2) }, 'too-little-cpu');
      });

      it('name a contestant that stores half of the answers of the open loop', () =>
        assert.deepEqual(kinds({ openCpu: (0.5 * 50 * TASK_MS) / loneGain / 1000 }), [
          'threads too-little-cpu',
        ]));
    });
});
