import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Analysis, TrialResult, WindowResult } from '../../src/model.ts';
import { fixtures, startBench } from './bench.ts';

/** What is done to services on purpose, done to real processes. */
describe('a run that hurts its contestants', () => {
  let folder: string;
  let ended: { code: number | string; output: string };
  let left: number[];
  let analysis: Analysis;
  let report: string;
  let windows: Map<string, WindowResult>;
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bench-hurt-')), 'run');
    const scope = ['--profile', 'smoke', '--scenarios', 'overload,faults,restart', '--rounds', '1'];
    const who = [...fixtures('plodding', 'forks'), '--baseline', 'plodding'];
    const bench = startBench('run', ...scope, ...who, '--seed', '1', '--out', folder);
    ended = await bench.ended;
    left = await bench.left();
    analysis = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8'));
    report = await readFile(join(folder, 'REPORT.md'), 'utf8');
    const lines = (await readFile(join(folder, 'trials.ndjson'), 'utf8')).trim().split('\n');
    const results = lines.map((line) => JSON.parse(line) as TrialResult);
    windows = new Map(
      results.flatMap((result) =>
        result.state === 'completed'
          ? (result.windows ?? []).map((window) => [`${result.trial.id} ${window.window}`, window] as const)
          : [],
      ),
    );
  });
  after(() => rm(join(folder, '..'), { recursive: true, force: true }));

  const open = (name: string) => windows.get(name)?.open ?? assert.fail(`${name} of ${[...windows.keys()]}`);
  const metric = (scenario: string, contestant: string, name: string) =>
    analysis.scenarios[scenario]?.metrics.find((one) => one.contestant === contestant && one.metric === name)
      ?.estimate ?? assert.fail(`${scenario} ${contestant} ${name}`);

  it('ends with 0: a fault that was ordered is no failure', () => assert.equal(ended.code, 0, ended.output));
  it('leaves no process', () => assert.deepEqual(left, []));

  it('accounts for every request, lead-in and afterwards included', () => {
    for (const [name, { open: result }] of windows) {
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

  it('offers more than the capacity, and then less', () => {
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

  it('kills a worker that is no main process, and sees the service go on', () => {
    const { fault } = windows.get('faults/1/forks kill-worker') ?? assert.fail();
    assert.equal(fault?.kind, 'kill-worker');
    const { timeline } = open('faults/1/forks kill-worker');
    assert.ok((timeline?.ok.at(-1) ?? 0) > 0 && (timeline?.ok[0] ?? 0) > 0);
    // One pid more than the two that it began with.
    assert.equal(new Set(open('faults/1/forks kill-worker').shares.map(({ worker }) => worker)).size, 3);
  });

  it('says of the one without a worker why it was left out', () => {
    assert.ok(!windows.has('faults/1/plodding kill-worker'));
    const [reason] = analysis.leftOut?.filter(({ contestant }) => contestant === 'plodding') ?? [];
    assert.equal(reason?.scenario, 'faults');
    assert.match(report, /^Left out: plodding \(kill-worker\): /m);
  });

  it('starts a service again on its port, and sees requests fail meanwhile and be answered afterwards', () => {
    for (const contestant of ['plodding', 'forks']) {
      const { accounting, timeline } = open(`restart/1/${contestant} restart`);
      assert.ok(accounting.failed > 0 && accounting.ok > accounting.failed, JSON.stringify(accounting));
      assert.ok((timeline?.ok.at(-1) ?? 0) > 0);
      assert.ok(metric('restart', contestant, 'startup') > 0);
      assert.ok(metric('restart', contestant, 'outage') > 0);
    }
  });
});
