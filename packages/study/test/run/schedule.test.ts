import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import type { Trial } from '../../src/model/plan.ts';
import type { EndResult, TrialResult } from '../../src/model/results.ts';
import { plan } from '../../src/plan/plan.ts';
import { runSchedule, type ScheduleEvents } from '../../src/run/schedule.ts';
import { type FakeRun, fakeRun, type Script } from '../fixtures/fake-run.ts';
import { end } from '../fixtures/run.ts';

const silent: ScheduleEvents = {
  onTrial: () => {},
  onWindow: () => {},
  onEnd: () => {},
  onNobodyLeft: () => {},
};

/** The plan of a run that promises this number of seconds. */
function planFor({ context }: FakeRun, promisedSeconds: number, ...ids: string[]): readonly Trial[] {
  return plan(
    { ...context.config, promisedSeconds },
    questions.filter(({ id }) => ids.includes(id)),
  );
}

const ends = ({ lines }: FakeRun) => lines.filter((line): line is EndResult => line.kind === 'end');
const finished = ({ lines }: FakeRun) => lines.find((line) => line.kind === 'finished');

async function promised(seconds: number, script: Script = {}): Promise<FakeRun> {
  const fake = fakeRun(['single', 'cluster', 'threads', 'queue'], script);
  const trials = planFor(fake, seconds, 'capacity', 'responsiveness');
  const capacityOnly = trials.map((trial) => ({
    ...trial,
    blocks: trial.blocks.filter(({ window }) => window.probe === undefined),
  }));
  await runSchedule(
    capacityOnly,
    [],
    fake.context,
    { at: seconds * 1000, tolerance: 0.04 * seconds },
    silent,
  );
  return fake;
}

describe('the promised time', () => {
  for (const slowness of [0.8, 1, 1.3, 2]) {
    it(`is kept if everything takes ${slowness} times as long as planned`, async () => {
      const fake = await promised(300, { slowness });
      const took = fake.now() / 1000;
      assert.ok(took <= 300 * 1.05, `${took} s`);
      const { notRun = [] } = finished(fake) ?? {};
      const longest = Math.max(...ends(fake).map(({ tookS }) => tookS));
      assert.ok(notRun.length === 0 || took + longest > 300, `${took} s: another trial would have fitted`);
    });
  }

  it('costs the last rounds on a slow machine, which are reported', async () => {
    const fake = await promised(300, { slowness: 3 });
    const { notRun = [] } = finished(fake) ?? {};
    assert.ok(notRun.length > 0);
    assert.ok(notRun.every((id) => !ends(fake).some(({ trial }) => trial === id)));
    assert.ok(notRun.includes('sitting/8'));
  });

  it('is exceeded for the first round, without which there is nothing to read', async () => {
    const fake = await promised(1);
    const trials = ends(fake).map(({ trial }) => trial);
    assert.deepEqual(trials, ['sitting/1']);
    assert.ok((finished(fake)?.notRun ?? []).includes('sitting/2'));
  });

  it('does not apply if the rounds were given', async () => {
    const fake = fakeRun(['single', 'cluster'], { slowness: 50 });
    const trials = plan(
      fake.context.config,
      questions.filter(({ id }) => id === 'capacity'),
    );
    await runSchedule(trials, [], fake.context, undefined, silent);
    assert.equal(ends(fake).length, trials.length);
    assert.deepEqual(finished(fake)?.notRun, []);
  });
});

it('the display between two windows is shown after each block except the last and after each trial, and its time is counted', async () => {
  const fake = fakeRun(['single', 'cluster']);
  const trials = planFor(fake, 200, 'capacity').slice(0, 2);
  const pauses: [string, boolean][] = [];
  const events: ScheduleEvents = {
    ...silent,
    onPause: async ({ id }, isOver) => {
      pauses.push([id, isOver]);
      return 0.5;
    },
  };
  await runSchedule(trials, [], fake.context, undefined, events);
  const expected = trials.flatMap(({ id, blocks }) =>
    blocks.map((_, index) => [id, index === blocks.length - 1]),
  );
  assert.deepEqual(pauses, expected);
  assert.equal(finished(fake)?.shownS, 0.5 * pauses.length);
});

describe('a run that is resumed', () => {
  it('measures the trials that have not ended, and no others', async () => {
    const fake = fakeRun(['single', 'cluster']);
    const trials = planFor(fake, 200, 'capacity');
    const done: TrialResult[] = trials.slice(0, 3).map(({ id }) => ({
      trial: id,
      blocks: [],
      end: end(id),
    }));
    await runSchedule(trials, done, fake.context, undefined, silent);
    const measured = ends(fake).map(({ trial }) => trial);
    assert.deepEqual(
      measured,
      trials.slice(3).map(({ id }) => id),
    );
  });

  it('knows the capacities that its first part measured', async () => {
    const first = fakeRun(['single', 'cluster'], { rateOf: () => 240 });
    const trials = planFor(first, 200, 'latency');
    await runSchedule(trials.slice(0, 1), [], first.context, undefined, silent);
    const blocks = first.lines.filter((line) => line.kind === 'block');
    const [ended] = ends(first);
    assert.ok(ended);
    const again = fakeRun(['single', 'cluster']);
    await runSchedule(
      trials.slice(0, 1),
      [{ trial: ended.trial, blocks, end: ended }],
      again.context,
      undefined,
      silent,
    );
    assert.equal(again.context.capacities.throughput('cluster'), 240);
  });
});

describe('a contestant that fails repeatedly', () => {
  it('is not started again after the second time', async () => {
    const fake = fakeRun(['single', 'cluster'], {
      onStart: (name) => (name === 'cluster' ? 'never ready' : undefined),
    });
    const trials = planFor(fake, 200, 'capacity');
    await runSchedule(trials, [], fake.context, undefined, silent);
    assert.equal(fake.events.filter((event) => event === 'start cluster').length, 2);
    const reasons = ends(fake).map(({ failures }) => failures.map(({ reason }) => reason).join());
    assert.deepEqual(reasons.slice(0, 3), ['not-ready', 'not-ready', 'retired']);
  });

  it('ends the run, with one message, if no other contestant is left', async () => {
    const fake = fakeRun(['single', 'cluster'], { onStart: () => 'never ready' });
    const trials = planFor(fake, 200, 'capacity');
    const said: number[] = [];
    const events = { ...silent, onNobodyLeft: (left: number) => said.push(left) };
    await runSchedule(trials, [], fake.context, undefined, events);
    assert.equal(ends(fake).length, 2);
    assert.deepEqual(said, [trials.length - 2]);
  });
});
