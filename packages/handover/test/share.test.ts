import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Item, Outcome } from '../src/item.ts';
import { type Share, type SharingOptions, shareHandOvers } from '../src/share.ts';

type Handed = {
  readonly inputs: number[];
  readonly signal: AbortSignal;
  readonly settle: Share['settle'];
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: Error) => void;
};

const numberOf = ({ input }: Item) => Number(input.number);
const outcome = (number: number, computeMs = 1): Outcome => ({
  output: { number },
  computeMs,
  worker: { pid: 1, threadId: 0 },
});
/** All that follows from an answer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Shares that go into a list, to be answered by hand. */
function setUp(options: Partial<SharingOptions> = {}) {
  const handed: Handed[] = [];
  const sharing = shareHandOvers({
    run: (items, share) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
      handed.push({ inputs: items.map(numberOf), ...share, resolve, reject });
      return promise;
    },
    ahead: () => 1,
    workMs: 8,
    ...options,
  });
  async function answer(share: Handed | undefined, computeMs?: number): Promise<void> {
    assert.ok(share, 'there is a share to answer');
    share.resolve(share.inputs.map((number) => outcome(number, computeMs)));
    await settled();
  }
  const submit = (number: number, signal = new AbortController().signal) =>
    sharing.compute({ number }, { signal, deadlineAt: Number.POSITIVE_INFINITY });
  return { sharing, handed, answer, submit, inputs: () => handed.map((share) => share.inputs) };
}

describe('shared hand-overs', () => {
  it('sends what comes first at once and alone', async () => {
    const { handed, answer, submit, inputs } = setUp();
    const result = submit(7);
    assert.deepEqual(inputs(), [[7]]);
    await answer(handed[0]);
    assert.deepEqual((await result).output, { number: 7 });
  });

  it('puts what waits into one share, in order, filled up to its amount of work', async () => {
    const { handed, answer, submit, inputs } = setUp({ workMs: 8 });
    const results = Array.from({ length: 9 }, (_, number) => submit(number));
    for (let index = 0; index < 3; index++) await answer(handed[index], 2); // tasks take 2 ms: four to a share
    assert.deepEqual(inputs(), [[0], [1, 2, 3, 4], [5, 6, 7, 8]]);
    assert.deepEqual(
      (await Promise.all(results)).map(({ output }) => output.number),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  it('leaves long tasks alone', async () => {
    const { handed, answer, submit, inputs } = setUp({ workMs: 8 });
    const results = [submit(0), submit(1), submit(2)];
    for (let index = 0; index < 3; index++) await answer(handed[index], 50);
    await Promise.all(results);
    assert.deepEqual(inputs(), [[0], [1], [2]]);
  });

  it('puts long tasks together only where so many wait that a neighbour more does not count', async () => {
    const { handed, answer, submit, inputs } = setUp({ workMs: 8, backlogFraction: 0.25, longestMs: 1_000 });
    const results = Array.from({ length: 13 }, (_, number) => submit(number));
    for (let index = 0; handed[index]; index++) await answer(handed[index], 50);
    await Promise.all(results);
    assert.deepEqual(
      inputs().map(({ length }) => length),
      [1, 3, 2, 2, 1, 1, 1, 1, 1],
    );
  });

  it('makes no share longer than its bound, however many wait', async () => {
    const { handed, answer, submit, inputs } = setUp({ workMs: 8, backlogFraction: 0.25, longestMs: 250 });
    const results = Array.from({ length: 200 }, (_, number) => submit(number));
    for (let index = 0; handed[index]; index++) await answer(handed[index], 100);
    await Promise.all(results);
    assert.equal(Math.max(...inputs().map(({ length }) => length)), 2);
  });

  it('shares what waits among the workers that are free, rather than give all to one', async () => {
    let ahead = 1;
    const { handed, answer, submit, inputs } = setUp({ workMs: 1_000, ahead: () => ahead });
    for (let number = 0; number < 5; number++) submit(number).catch(() => {});
    ahead = 2;
    await answer(handed[0], 1);
    assert.deepEqual(inputs().slice(1), [
      [1, 2],
      [3, 4],
    ]);
  });

  it('forgets what waits when its signal aborts, and says so of a share when all in it have left', async () => {
    const { handed, submit, sharing } = setUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [submit(1, first.signal), submit(2, second.signal)];
    second.abort(new Error('left'));
    assert.deepEqual([sharing.backlog, handed[0]?.signal.aborted], [0, false]);
    first.abort(new Error('left too'));
    assert.equal(handed[0]?.signal.aborted, true);
    for (const result of results) await assert.rejects(result, /left/);
    assert.equal(handed.length, 1);
  });

  it('keeps the place of a share whose clients have left until its worker is free', async () => {
    const { handed, answer, submit, sharing, inputs } = setUp();
    const leaver = new AbortController();
    submit(1, leaver.signal).catch(() => {});
    leaver.abort(new Error('left'));
    const next = submit(2);
    await settled();
    assert.deepEqual([inputs(), sharing.shares, sharing.backlog], [[[1]], 1, 1]);
    await answer(handed[0]);
    assert.deepEqual([inputs(), sharing.shares, sharing.backlog], [[[1], [2]], 1, 0]);
    await answer(handed[1]);
    assert.equal((await next).output.number, 2);
  });

  it('gives each its own outcome, as soon as it is there', async () => {
    const { handed, submit, answer } = setUp();
    const first = submit(0);
    const others = [submit(1), submit(2), submit(3)];
    await answer(handed[0], 1);
    await first;
    handed[1]?.settle(0, [{ error: 'broke' }, { dropped: true }]);
    await assert.rejects(others[0] ?? first, /broke/);
    handed[1]?.settle(2, [outcome(3)]);
    assert.equal((await others[2])?.output.number, 3);
  });

  it('tells the fault of a client from a fault of ours, and a task that was stopped from both', async () => {
    const { handed, submit, answer } = setUp();
    const results = [submit(0), submit(1), submit(2), submit(3)];
    await answer(handed[0], 1);
    const refused = { parameter: 'x', accepted: 'less' };
    handed[1]?.resolve([
      { error: 'x is too much', refused },
      { error: 'broke' },
      { error: 'stopped', stoppedAfterMs: 5 },
    ]);
    const errors = await Promise.all(results.slice(1).map((result) => result.catch((error) => error)));
    assert.deepEqual(
      errors.map(({ name }) => name),
      ['InvalidParameter', 'Error', 'TaskTimedOut'],
    );
    assert.deepEqual([errors[0].message, errors[0].accepted], ['x is too much', 'less']);
  });

  it('hands over again what a worker did not begin, before what came later', async () => {
    const { handed, submit, answer, inputs } = setUp({ workMs: 2 });
    const results = [0, 1, 2, 3].map((number) => submit(number));
    await answer(handed[0], 1);
    handed[1]?.resolve([outcome(1)]);
    await settled();
    for (let index = 2; handed[index]; index++) await answer(handed[index], 1);
    await Promise.all(results);
    assert.deepEqual(inputs(), [[0], [1, 2], [2, 3]]);
  });

  it('tries each alone when a share of several is lost, and fails the one that does it again', async () => {
    const { handed, submit, answer, inputs } = setUp({ workMs: 1_000 });
    const results = [submit(0), submit(1), submit(2)];
    const failures = results.map((result) => result.catch((error) => error));
    await answer(handed[0], 1);
    handed[1]?.reject(new Error('killed its worker'));
    await settled();
    handed[2]?.reject(new Error('killed its worker'));
    await settled();
    await answer(handed[3]);
    assert.deepEqual(inputs(), [[0], [1, 2], [1], [2]]);
    assert.match(String(await failures[1]), /killed its worker/);
    assert.equal((await results[2])?.output.number, 2);
  });

  it('rejects all of a share where the reason is common to them, and goes on', async () => {
    const { handed, submit, answer, inputs } = setUp({ workMs: 1_000, isCommon: () => true });
    const results = [submit(0), submit(1), submit(2)];
    await answer(handed[0], 1);
    handed[1]?.reject(new Error('away'));
    for (const result of results.slice(1)) await assert.rejects(result, /away/);
    submit(3).catch(() => {});
    assert.deepEqual(inputs(), [[0], [1, 2], [3]]);
  });

  it('settles each exactly once, in order, whatever leaves, fails, is given back and comes when', async () => {
    const step = fc.oneof(
      fc.constant('submit' as const),
      fc.constant('answer' as const),
      fc.constant('answer the first only' as const),
      fc.constant('fail' as const),
      fc.record({ leave: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, ahead) => {
          const { handed, submit, answer, sharing, inputs } = setUp({ ahead: () => ahead });
          const controllers: AbortController[] = [];
          const ended: number[] = [];
          const results: Promise<unknown>[] = [];
          let next = 0;
          for (const what of steps) {
            if (what === 'submit') {
              const number = controllers.length;
              const controller = new AbortController();
              controllers.push(controller);
              const end = () => void ended.push(number);
              results.push(submit(number, controller.signal).then(end, end));
            } else if (typeof what === 'object') {
              controllers[what.leave]?.abort(new Error('left'));
            } else if (handed[next]) {
              const share = handed[next++] as Handed;
              if (what === 'answer') await answer(share, 2);
              else if (what === 'fail') share.reject(new Error('died'));
              else share.resolve([outcome(share.inputs[0] ?? 0, 2)]);
              await settled();
            }
          }
          while (handed[next]) await answer(handed[next++], 2);
          await Promise.all(results);
          assert.equal(ended.length, controllers.length);
          assert.deepEqual([sharing.backlog, sharing.shares], [0, 0]);
          const firstTries = [...new Set(inputs().flat())];
          assert.deepEqual(
            firstTries,
            firstTries.toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});
