import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Analysis } from '../../src/model.ts';
import { fixtures, startBench } from './bench.ts';
import { type WindowsOfRun, windowsOfRun } from './windows-of-run.ts';

/** What is done to services on purpose, done to real processes. */
describe('a run that hurts its contestants', () => {
  let folder: string;
  let ended: { code: number | string; output: string };
  let left: number[];
  let analysis: Analysis;
  let report: string;
  let windows: WindowsOfRun;
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bench-hurt-')), 'run');
    const scope = ['--profile', 'smoke', '--scenarios', 'overload,faults,restart', '--rounds', '1'];
    const who = [...fixtures('plodding', 'forks'), '--baseline', 'plodding'];
    const bench = startBench('run', ...scope, ...who, '--seed', '1', '--out', folder);
    ended = await bench.ended;
    left = await bench.left();
    analysis = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8'));
    report = await readFile(join(folder, 'REPORT.md'), 'utf8');
    windows = await windowsOfRun(folder);
  });
  after(() => rm(join(folder, '..'), { recursive: true, force: true }));

  const window = (name: string) => windows.measured.get(name) ?? assert.fail(`${name} was not measured`);
  const open = (name: string) => window(name).open ?? assert.fail(`${name} was no open loop`);
  /** A machine that is too busy to measure on proves nothing either way: the run says so, and so does the test. */
  const tooBusyFor = (test: TestContext, ...names: string[]) => {
    const [why] = names.flatMap((name) => windows.voided.get(name) ?? []);
    if (why !== undefined) test.skip(`void on this machine: ${why}`);
    return why !== undefined;
  };
  const metric = (scenario: string, contestant: string, name: string) =>
    analysis.scenarios[scenario]?.metrics.find((one) => one.contestant === contestant && one.metric === name)
      ?.estimate ?? assert.fail(`${scenario} ${contestant} ${name}`);

  it('ends with 0: a fault that was ordered is no failure', () => assert.equal(ended.code, 0, ended.output));
  it('leaves no process', () => assert.deepEqual(left, []));

  it('accounts for every request, lead-in and afterwards included', () => {
    for (const [name, { open: result }] of windows.measured) {
      const { sent, ...fates } = result?.accounting ?? assert.fail(name);
      assert.equal(
        Object.values(fates).reduce((sum, count) => sum + count, 0),
        sent,
        name,
      );
      assert.equal(fates.wrong, 0, name);
      assert.equal(result?.answeredTwice, 0, name);
    }
  });

  it('offers more than the capacity, and then less', (test) => {
    if (tooBusyFor(test, 'overload/1/plodding overload-3', 'overload/1/forks overload-3')) return;
    for (const contestant of ['plodding', 'forks']) {
      const { timeline, perSecond } = open(`overload/1/${contestant} overload-3`);
      assert.ok(timeline);
      const due = timeline.ok.map(
        (_, bin) => (timeline.ok[bin] ?? 0) + (timeline.refused[bin] ?? 0) + (timeline.timedOut[bin] ?? 0),
      );
      const [first, last] = [due.slice(0, 5), due.slice(-5)].map((bins) => bins.reduce((a, b) => a + b, 0));
      assert.ok((first ?? 0) > 3 * (last ?? 0), `${due} at ${perSecond.toFixed(0)} req/s`);
      assert.ok(metric('overload', contestant, 'goodput') > 0.1);
    }
  });

  it('kills a worker that is no main process, and sees the service go on', (test) => {
    if (tooBusyFor(test, 'faults/1/forks kill-worker')) return;
    const { fault } = window('faults/1/forks kill-worker');
    assert.equal(fault?.kind, 'kill-worker');
    const { timeline } = open('faults/1/forks kill-worker');
    assert.ok((timeline?.ok.at(-1) ?? 0) > 0 && (timeline?.ok[0] ?? 0) > 0);
    // One pid more than the two that it began with.
    assert.equal(new Set(open('faults/1/forks kill-worker').shares.map(({ worker }) => worker)).size, 3);
  });

  it('says of the one without a worker why it was left out', () => {
    assert.ok(!windows.measured.has('faults/1/plodding kill-worker'));
    const [reason] = analysis.leftOut?.filter(({ contestant }) => contestant === 'plodding') ?? [];
    assert.equal(reason?.scenario, 'faults');
    assert.match(report, /^Left out: plodding \(kill-worker\): /m);
  });

  it('starts a service again on its port, and sees requests fail meanwhile and be answered afterwards', (test) => {
    if (tooBusyFor(test, 'restart/1/plodding restart', 'restart/1/forks restart')) return;
    for (const contestant of ['plodding', 'forks']) {
      const { accounting, timeline } = open(`restart/1/${contestant} restart`);
      assert.ok(accounting.failed > 0 && accounting.ok > accounting.failed, JSON.stringify(accounting));
      assert.ok((timeline?.ok.at(-1) ?? 0) > 0);
      assert.ok(metric('restart', contestant, 'startup') > 0);
      assert.ok(metric('restart', contestant, 'outage') > 0);
    }
  });
});
