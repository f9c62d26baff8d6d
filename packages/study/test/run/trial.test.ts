import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { divideCores } from '@cpu-bound/measure/model/core-division';
import { questions } from '@cpu-bound/questions/questions';
import { profiles } from '../../src/config/profiles.ts';
import { HEADLINE_CLOSED, type Trial } from '../../src/model/plan.ts';
import type { BlockResult } from '../../src/model/results.ts';
import { plan } from '../../src/plan/plan.ts';
import { runTrial } from '../../src/run/trial.ts';
import { type FakeRun, fakeRun } from '../fixtures/fake-run.ts';

const silent = { onWindow: () => {} };
const all: readonly [] = [];

/** A sitting with two blocks of the headline's closed loop: one may be measured after another has failed. */
function sittingFor({ context }: FakeRun, ...ids: string[]): Trial {
  const [first] = plan(
    context.config,
    questions.filter(({ id }) => ids.includes(id)),
  );
  if (!first) return assert.fail('nothing is planned');
  const again = first.blocks.filter(({ window }) => window.id === HEADLINE_CLOSED);
  const second = again.map((block) => ({ ...block, id: `${block.window.id}-2` }));
  return {
    ...first,
    blocks: [...again, ...second, ...first.blocks.filter((block) => !again.includes(block))],
  };
}

const blocksOf = ({ lines }: FakeRun) => lines.filter((line): line is BlockResult => line.kind === 'block');

describe('a sitting', () => {
  it('starts all contestants and the twin, measures them in turn within each block, and stops them', async () => {
    const fake = fakeRun(['single', 'cluster']);
    const trial = sittingFor(fake, 'capacity');
    await runTrial(trial, fake.context, all, silent);
    const starts = fake.events.filter((event) => event.startsWith('start'));
    assert.deepEqual(starts, ['start single', 'start cluster', 'start single']);
    const firstWindow = fake.events.findIndex((event) => event.startsWith('closed'));
    const firstStop = fake.events.findIndex((event) => event.startsWith('stop'));
    const windows = fake.events.slice(firstWindow, firstStop);
    assert.equal(windows.length, 3 * trial.blocks.length, 'nobody is stopped between two blocks');
    for (const [index, { order }] of trial.blocks.entries()) {
      const measured = blocksOf(fake)[index]?.windows.map(({ subject }) => subject);
      assert.deepEqual(measured, order);
    }
  });

  it('empties Redis before any contestant is up, and not again', async () => {
    const fake = fakeRun(['single', 'cluster']);
    await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    assert.equal(fake.events.indexOf('empty Redis'), 0);
    assert.equal(fake.events.lastIndexOf('empty Redis'), 0);
  });

  it('times the kernel before every block', async () => {
    const fake = fakeRun(['single', 'cluster']);
    await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    assert.ok(blocksOf(fake).length > 1);
    assert.ok(blocksOf(fake).every(({ reference }) => reference?.cpuMs === 5));
  });

  it('lets contestants take turns if memory does not allow all at once', async () => {
    const fake = fakeRun(['single', 'cluster'], {}, false);
    await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    let up = 0;
    for (const event of fake.events) {
      if (event.startsWith('start')) up++;
      if (event.startsWith('stop')) up--;
      assert.ok(up <= 1, 'one at a time');
    }
  });

  it('offers half of the slowest’s throughput to all, with the same arrivals, and ignores the twin’s throughput', async () => {
    const rates: Readonly<Record<string, number>> = { single: 100, cluster: 180 };
    const fake = fakeRun(['single', 'cluster'], { rateOf: (name) => rates[name] ?? 0 });
    await runTrial(sittingFor(fake, 'latency'), fake.context, all, silent);
    const shared = fake.offered.filter(({ seed }) => seed.includes('slowest'));
    assert.deepEqual(new Set(shared.map(({ perSecond }) => Math.round(perSecond))), new Set([50]));
    assert.equal(new Set(shared.map(({ seed }) => seed)).size, 1);
    assert.equal(fake.context.capacities.throughput('cluster'), 180);
  });

  it('leaves out, and reports, a contestant that a rate would keep busier than 90 % of the time', async () => {
    const rates: Readonly<Record<string, number>> = { single: 100, cluster: 180 };
    const fake = fakeRun(['single', 'cluster'], { rateOf: (name) => rates[name] ?? 0 });
    const config = { ...fake.context.config, profile: profiles.thorough };
    const context = { ...fake.context, config };
    await runTrial(sittingFor({ ...fake, context }, 'latency'), context, all, silent);
    const high = blocksOf(fake).find(({ block }) => block.startsWith('open-fastest'));
    assert.deepEqual(high?.overloaded, ['single']); // 108 of 100 requests/s
    const subjects = high?.windows.map(({ subject }) => subject);
    assert.deepEqual(subjects, ['cluster']);
    const low = blocksOf(fake).find(({ block }) => block.startsWith('open-slowest'));
    assert.equal(low?.overloaded, undefined);
    assert.equal(low?.windows.length, 3);
  });

  it('continues without a contestant that dies, and reports the reason with its last log lines', async () => {
    const dies = (name: string, times: number) =>
      name === 'cluster' && times === 1 ? ('dies' as const) : undefined;
    const fake = fakeRun(['single', 'cluster'], { onClosed: dies });
    const trial = sittingFor(fake, 'capacity');
    const end = await runTrial(trial, fake.context, all, silent);
    const failed = end.failures.map(({ subject, reason }) => [subject, reason]);
    assert.deepEqual(failed, [['cluster', 'died']]);
    assert.deepEqual(end.failures[0]?.log, ['out']);
    const last = blocksOf(fake).at(-1);
    const measured = new Set(last?.windows.map(({ subject }) => subject));
    assert.deepEqual(measured, new Set(['single', 'single-twin']));
    assert.equal(fake.events.filter((event) => event === 'stop cluster').length, 1);
  });

  for (const [when, asked] of [
    ['before its first window', 0],
    ['in its first window', 1],
  ] as const)
    it(`voids what a contestant measured that another program stopped ${when}, and learns nothing from it`, async () => {
      const message = 'it was stopped by a signal that the bench did not send';
      const fake = fakeRun(['single', 'cluster'], {
        harm: (name, times) => (name === 'cluster' && times >= asked ? message : undefined),
      });
      const { failures } = await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
      assert.deepEqual(
        failures.map((failure) => [failure.subject, failure.reason, failure.message]),
        [['cluster', 'harmed', message]],
      );
      assert.equal(fake.events.filter((event) => event === 'closed cluster').length, asked);
      assert.equal(fake.context.capacities.throughput('cluster'), undefined);
    });

  it('names the harm as the reason if a contestant fails that another program harmed', async () => {
    const fake = fakeRun(['single', 'cluster'], {
      onClosed: (name) => (name === 'cluster' ? ('wrong' as const) : undefined),
      harm: (name, times) =>
        name === 'cluster' && times > 0 ? 'its Redis does not answer any more' : undefined,
    });
    const { failures } = await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    assert.deepEqual(
      failures.map(({ reason }) => reason),
      ['harmed'],
    );
  });

  it('ends a contestant that answers wrongly, and no other', async () => {
    const wrong = (name: string) => (name === 'cluster' ? ('wrong' as const) : undefined);
    const fake = fakeRun(['single', 'cluster'], { onClosed: wrong });
    const { failures } = await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    const failed = failures.map(({ subject, reason }) => [subject, reason]);
    assert.deepEqual(failed, [['cluster', 'wrong-answer']]);
  });

  it('measures without a contestant that does not start', async () => {
    const fake = fakeRun(['single', 'cluster'], {
      onStart: (name) => (name === 'cluster' ? 'never ready' : undefined),
    });
    const { failures } = await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    assert.equal(failures[0]?.reason, 'not-ready');
    assert.ok(blocksOf(fake).every(({ windows }) => windows.length === 2));
  });

  it('stops all contestants when the user interrupts', async () => {
    const interruption = new AbortController();
    const fake = fakeRun(['single', 'cluster']);
    const context = { ...fake.context, signal: interruption.signal };
    const events = { onWindow: () => interruption.abort(new Error('Ctrl-C')) };
    await assert.rejects(runTrial(sittingFor(fake, 'capacity'), context, all, events), /Ctrl-C/);
    const count = (what: string) => fake.events.filter((event) => event.startsWith(what)).length;
    assert.equal(count('stop'), count('start'));
  });
});

describe('a void window', () => {
  it('is measured again, and the retry is recorded', async () => {
    const fake = fakeRun(['single', 'cluster'], {
      isLate: (name, times) => name === 'cluster' && times === 0,
    });
    await runTrial(sittingFor(fake, 'latency'), fake.context, all, silent);
    const windows = blocksOf(fake).flatMap((block) => block.windows);
    const again = windows.filter(({ retries }) => retries !== undefined);
    const subjects = again.map(({ subject }) => subject);
    assert.deepEqual(subjects, ['cluster']);
    assert.match(again[0]?.retries?.join() ?? '', /left late/);
    const voids = blocksOf(fake).flatMap(({ voids }) => voids);
    assert.deepEqual(voids, []);
  });

  it('has no number, but both reasons, if it is void twice', async () => {
    const fake = fakeRun(['single', 'cluster'], { isLate: (name) => name === 'cluster' });
    await runTrial(sittingFor(fake, 'latency'), fake.context, all, silent);
    const voids = blocksOf(fake).flatMap((block) => block.voids);
    assert.ok(voids.length > 0);
    for (const one of voids) {
      assert.equal(one.subject, 'cluster');
      assert.equal(one.reasons.length, 2);
    }
  });
});

describe('a window in which the clock jumped', () => {
  for (const [question, way, jumpMs] of [
    ['capacity', 'on', 60_000],
    ['latency', 'back', -60_000],
  ] as const)
    it(`${way} is measured again: ${question}`, async () => {
      const fake = fakeRun(['single', 'cluster'], {
        jumpMs: (name, times) => (name === 'cluster' && times === 1 ? jumpMs : 0),
      });
      await runTrial(sittingFor(fake, question), fake.context, all, silent);
      const windows = blocksOf(fake).flatMap((block) => block.windows);
      const again = windows.filter(({ retries }) => retries !== undefined);
      const subjects = again.map(({ subject }) => subject);
      assert.deepEqual(subjects, ['cluster']);
      assert.match(again[0]?.retries?.join() ?? '', /^the clock jumped by -?60\.0 s/);
    });
});

describe('a closed loop whose generator is the limit', () => {
  it('gives no figure, and names the generator as the reason', async () => {
    const fake = fakeRun(['single', 'cluster'], { threadShare: (name) => (name === 'cluster' ? 0.95 : 0.4) });
    await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    const blocks = blocksOf(fake);
    const measured = blocks.flatMap(({ windows }) => windows.map(({ subject }) => subject));
    assert.ok(measured.includes('single') && !measured.includes('cluster'));
    const voids = blocks.flatMap((block) => block.voids);
    assert.ok(voids.length > 0);
    for (const one of voids) {
      assert.deepEqual([one.subject, one.byGenerator], ['cluster', true]);
      assert.match(one.reasons[0] ?? '', /^the load generator was the limit: .* 95 % of the time/);
    }
    assert.equal(fake.context.capacities.throughput('cluster'), undefined, 'and no load is a share of it');
  });

  it('is measured by more generators on a machine that has cores for them, from then on for all contestants', async () => {
    const script = { threadShare: (name: string) => (name === 'cluster' ? 2.4 : 0.1) };
    const fake = fakeRun(['single', 'cluster'], script, true, 16);
    await runTrial(sittingFor(fake, 'capacity'), fake.context, all, silent);
    const blocks = blocksOf(fake);
    assert.ok(blocks.every(({ voids }) => voids.length === 0));
    const counts = blocks.slice(1).flatMap(({ windows }) => windows.map(({ load }) => load?.generators));
    assert.deepEqual(
      new Set(counts),
      new Set([4]),
      '2.4 threads are more than two, and less than 80 % of four',
    );
    const [again] = blocks[0]?.windows.filter(({ subject }) => subject === 'cluster') ?? [];
    const reasons = again?.retries?.map((reason) => /^the load generators? [\w ]+/.exec(reason)?.[0]);
    assert.deepEqual(reasons, ['the load generator was the limit', 'the load generators were the limit']);
  });
});

describe('the loads of a machine with many cores', () => {
  const numbered = (of: number) => Array.from({ length: of }, (_, core) => [core]);
  for (const [of, division] of [
    [16, undefined],
    [64, undefined],
    [16, divideCores(numbered(16))],
    [64, divideCores(numbered(64))],
  ] as const) {
    const cores = division?.services.length ?? of;
    it(`are all within reach of its load generators, at tasks of 5 ms: ${cores} of ${of} cores`, async () => {
      const names = ['single', 'cluster', 'threads', 'queue'];
      const fake = fakeRun(names, { rateOf: (name) => (name === 'single' ? 200 : 200 * cores) }, true, cores);
      const config = { ...fake.context.config, profile: profiles.thorough, division };
      const context = {
        ...fake.context,
        config,
      };
      const trials = plan(
        config,
        questions.filter(({ id }) =>
          ['capacity', 'latency', 'within', 'overload', 'connections'].includes(id),
        ),
      ).filter(({ round }) => round === 1);
      for (const trial of trials) await runTrial(trial, context, all, silent);
      const voids = blocksOf(fake).flatMap((block) => block.voids);
      assert.deepEqual(voids, []);
      const overloaded = fake.offered.filter(({ perSecond }) => perSecond === 3 * 200 * cores);
      assert.deepEqual(new Set(overloaded.map(({ name }) => name)), new Set(['cluster', 'threads', 'queue']));
      assert.ok(fake.offered.some(({ name, perSecond }) => name === 'single' && perSecond === 600));
    });
  }
});
