import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type BatchesOptions, createBatches } from '../src/batches/batches.ts';
import type { Item, Outcome } from '../src/batches/item.ts';

type Job = { readonly id: string; readonly inputs: number[] };

const item = (number: number): Item => ({ input: { number }, deadlineAt: Number.POSITIVE_INFINITY });
const numberOf = ({ input }: Item) => Number(input.number);
const outcome = (number: number, computeMs = 1): Outcome => ({
  output: { number },
  computeMs,
  worker: { pid: 1, threadId: 0 },
});

/** Batches whose jobs go into a list, to be answered by hand. */
function setUp(options: Partial<BatchesOptions> = {}) {
  const jobs: Job[] = [];
  const removed: string[] = [];
  const batches = createBatches({
    add: async (id, items) => void jobs.push({ id, inputs: items.map(numberOf) }),
    remove: (id) => removed.push(id),
    ahead: () => 1,
    workMs: 8,
    ...options,
  });
  const answer = (job: Job | undefined, computeMs?: number) => {
    assert.ok(job, 'there is a job to answer');
    const outcomes = job.inputs.map((number) => outcome(number, computeMs));
    batches.reply({ job: job.id, from: 0, outcomes, done: true });
  };
  const submit = (number: number, signal = new AbortController().signal) =>
    batches.submit(item(number), signal);
  return { batches, jobs, removed, answer, submit };
}

describe('batches', () => {
  it('sends what comes first at once and alone', async () => {
    const { jobs, answer, submit } = setUp();
    const result = submit(7);
    assert.deepEqual(
      jobs.map(({ inputs }) => inputs),
      [[7]],
    );
    answer(jobs[0]);
    assert.deepEqual((await result).output, { number: 7 });
  });

  it('puts what waits into one job, in order, filled up to its share of work', async () => {
    const { jobs, answer, submit } = setUp({ workMs: 8 });
    const results = Array.from({ length: 9 }, (_, number) => submit(number));
    answer(jobs[0], 2); // tasks take 2 ms: four to a job
    answer(jobs[1], 2);
    answer(jobs[2], 2);
    assert.deepEqual(
      jobs.map(({ inputs }) => inputs),
      [[0], [1, 2, 3, 4], [5, 6, 7, 8]],
    );
    assert.deepEqual(
      (await Promise.all(results)).map(({ output }) => output.number),
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  it('leaves long tasks alone', async () => {
    const { jobs, answer, submit } = setUp({ workMs: 8 });
    const results = [submit(0), submit(1), submit(2)];
    for (let index = 0; index < 3; index++) answer(jobs[index], 50);
    await Promise.all(results);
    assert.deepEqual(
      jobs.map(({ inputs }) => inputs),
      [[0], [1], [2]],
    );
  });

  it('puts long tasks together only where so many wait that a neighbour more does not count', async () => {
    const { jobs, answer, submit } = setUp({ workMs: 8, backlogShare: 0.25 });
    const results = Array.from({ length: 13 }, (_, number) => submit(number));
    for (let index = 0; jobs[index]; index++) answer(jobs[index], 50);
    await Promise.all(results);
    assert.deepEqual(
      jobs.map(({ inputs }) => inputs.length),
      [1, 3, 2, 2, 1, 1, 1, 1, 1],
    );
  });

  it('shares what waits among the workers that are free, rather than give all to one', () => {
    let ahead = 1;
    const { jobs, answer, submit } = setUp({ workMs: 1_000, ahead: () => ahead });
    for (let number = 0; number < 5; number++) submit(number).catch(() => {});
    ahead = 2;
    answer(jobs[0], 1);
    assert.deepEqual(
      jobs.slice(1).map(({ inputs }) => inputs),
      [
        [1, 2],
        [3, 4],
      ],
    );
  });

  it('forgets what waits when its signal aborts, and takes a job back when all in it have left', async () => {
    const { jobs, removed, submit, batches } = setUp();
    const [first, second] = [new AbortController(), new AbortController()];
    const results = [submit(1, first.signal), submit(2, second.signal)];
    second.abort(new Error('left'));
    assert.deepEqual([batches.backlog, removed], [0, []]);
    first.abort(new Error('left too'));
    assert.deepEqual(removed, [jobs[0]?.id]);
    for (const result of results) await assert.rejects(result, /left/);
    await assert.rejects(submit(3, AbortSignal.abort(new Error('before'))), /before/);
    assert.deepEqual([batches.jobs, jobs.length], [0, 1]);
  });

  it('gives each its own outcome', async () => {
    const { jobs, submit, batches, answer } = setUp();
    const first = submit(0);
    const others = [submit(1), submit(2), submit(3)];
    answer(jobs[0], 1);
    await first;
    const outcomes = [{ error: 'broke' }, { dropped: true } as const, outcome(3)];
    batches.reply({ job: jobs[1]?.id ?? '', from: 0, outcomes, done: true });
    await assert.rejects(others[0] ?? first, /broke/);
    assert.equal((await others[2])?.output.number, 3);
  });

  it('ignores a second reply to the same job, and one to a job that it does not know', async () => {
    const { jobs, submit, answer, batches } = setUp();
    const result = submit(1);
    answer(jobs[0]);
    answer(jobs[0]);
    batches.reply({ job: 'of another process', from: 0, outcomes: [outcome(9)], done: true });
    assert.equal((await result).output.number, 1);
    assert.equal(batches.jobs, 0);
  });

  it('tries each alone when a job of several killed its workers, and fails the one that does it again', async () => {
    const { jobs, submit, answer, batches } = setUp({ workMs: 1_000 });
    const results = [submit(0), submit(1), submit(2)];
    answer(jobs[0], 1);
    const failed = 'killed its workers';
    batches.reply({ job: jobs[1]?.id ?? '', from: 0, outcomes: [], done: true, failed });
    assert.deepEqual(
      jobs.slice(2).map(({ inputs }) => inputs),
      [[1], [2]],
    );
    batches.reply({ job: jobs[2]?.id ?? '', from: 0, outcomes: [], done: true, failed });
    answer(jobs[3]);
    await assert.rejects(results[1] ?? Promise.resolve(), /killed its workers/);
    assert.equal((await results[2])?.output.number, 2);
  });

  it('rejects what is in a job that cannot be handed over, and goes on', async () => {
    let away = true;
    const sent: string[] = [];
    const { submit } = setUp({
      add: async (id) => {
        if (away) throw new Error('away');
        sent.push(id);
      },
    });
    await assert.rejects(submit(1), /away/);
    away = false;
    submit(2).catch(() => {});
    assert.equal(sent.length, 1);
  });

  it('settles each exactly once, in order, whatever leaves, fails and comes when', async () => {
    const step = fc.oneof(
      fc.constant('submit' as const),
      fc.constant('answer' as const),
      fc.constant('fail' as const),
      fc.record({ leave: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, ahead) => {
          const { jobs, submit, answer, batches } = setUp({ ahead: () => ahead });
          const controllers: AbortController[] = [];
          const settled: number[] = [];
          let answered = 0;
          const results: Promise<unknown>[] = [];
          for (const what of steps) {
            if (what === 'submit') {
              const number = controllers.length;
              const controller = new AbortController();
              controllers.push(controller);
              const done = () => void settled.push(number);
              results.push(submit(number, controller.signal).then(done, done));
            } else if (what === 'answer') {
              if (jobs[answered]) answer(jobs[answered++], 2);
            } else if (what === 'fail') {
              const job = jobs[answered++];
              if (job) batches.reply({ job: job.id, from: 0, outcomes: [], done: true, failed: 'died' });
              else answered--;
            } else {
              controllers[what.leave]?.abort(new Error('left'));
            }
          }
          while (jobs[answered]) answer(jobs[answered++], 2);
          await Promise.all(results);
          assert.equal(settled.length, controllers.length);
          assert.deepEqual([batches.backlog, batches.jobs], [0, 0]);
          const firstTries = jobs
            .flatMap(({ inputs }) => inputs)
            .filter((number, index, all) => all.indexOf(number) === index);
          assert.deepEqual(
            firstTries,
            firstTries.toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});
