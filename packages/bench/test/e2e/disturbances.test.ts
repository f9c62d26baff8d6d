import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type EndedRun, endOf, fixtures, startBench } from './bench.ts';
import { type WindowsOfRun, windowsOfRun } from './windows-of-run.ts';

/** By `pnpm test:soak`: overload and fewer cores, too. */
const isSoak = process.env.SOAK !== undefined;
const SCENARIOS = isSoak ? 'overload,faults,restart,isolation,cpus' : 'faults,restart,isolation';

/** The planned faults, on real processes. */
describe('a run that harms its contestants on purpose', () => {
  let folder: string;
  let ended: EndedRun;
  let windows: WindowsOfRun;
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bench-hurt-')), 'run');
    const scope = ['--profile', 'smoke', '--scenarios', SCENARIOS, '--rounds', '1'];
    const bench = startBench('run', ...scope, ...fixtures('forks'), '--seed', '1', '--out', folder);
    ended = await endOf(bench, folder);
    windows = await windowsOfRun(folder);
  });
  after(() => rm(join(folder, '..'), { recursive: true, force: true }));

  /** Names the window of a trial with one subject. */
  const nameOf = (scenario: string, id: string) => `${scenario}/1/forks ${id} forks`;
  const [overload, killed, poisoned, restarted] = [
    nameOf('overload', 'overload-3'),
    nameOf('faults', 'kill-worker'),
    'isolation/1/poisoned poison-abort forks',
    nameOf('restart', 'restart'),
  ];
  const window = (name: string) => windows.measured.get(name) ?? assert.fail(`${name} was not measured`);
  const open = (name: string) => window(name).open ?? assert.fail(`${name} was no open loop`);
  /** Skips a test whose window is void on a busy machine, which proves nothing; the skip has the run's reason. */
  const tooBusyFor = (test: TestContext, name: string) => {
    const why = windows.voided.get(name);
    if (why !== undefined) test.skip(`the window is void on this machine: ${why}`);
    return why !== undefined;
  };
  const metric = (scenario: string, name: string) =>
    ended.analysis.scenarios[scenario]?.metrics.find((one) => one.metric === name)?.estimate ??
    assert.fail(`${scenario} ${name}`);

  it('ends with exit code 0, because a planned fault is no failure', () =>
    assert.equal(ended.code, 0, ended.output));
  it('leaves no process', () => assert.deepEqual(ended.left, []));
  it('leaves out no trial if --rounds is given', () =>
    assert.doesNotMatch(ended.output, /left out to keep that time/));

  it('measures each window, or gives the reason why not', () => {
    for (const name of [killed, poisoned, restarted, ...(isSoak ? [overload] : [])])
      assert.ok(windows.measured.has(name) || windows.voided.has(name), name);
  });

  it('accounts for every request, before and after the window too', () => {
    assert.ok(windows.measured.size > 0);
    for (const [name, { open: found, load }] of windows.measured) {
      const { sent, ...endings } = (found ?? load)?.accounting ?? assert.fail(name);
      const sum = Object.values(endings).reduce((total, count) => total + count, 0);
      assert.equal(sum, sent, name);
      assert.equal(endings.wrong, 0, name);
      assert.equal(found?.answeredTwice ?? 0, 0, name);
    }
  });

  if (isSoak)
    it('offers more than the capacity, and then less', (test) => {
      if (tooBusyFor(test, overload)) return;
      const { timeline } = open(overload);
      assert.ok(timeline);
      const { ok, refused, timedOut, failed } = timeline;
      const due = [ok, refused, timedOut, failed].reduce((sums, bins) =>
        sums.map((sum, bin) => sum + (bins[bin] ?? 0)),
      );
      const rate = (bins: readonly number[]) => bins.reduce((sum, count) => sum + count, 0) / bins.length;
      assert.ok(rate(due.slice(0, 10)) > 3 * rate(due.slice(-20)), `${due}`);
      assert.ok(metric('overload', 'goodput') > 0);
    });

  it('kills a worker process other than the main process, and the service continues', (test) => {
    if (tooBusyFor(test, killed)) return;
    const { fault } = window(killed);
    const { timeline, shares } = open(killed);
    assert.ok(timeline && fault?.kind === 'kill-worker');
    const at = Math.ceil(fault.atMs / timeline.binMs);
    const answered = (bins: readonly number[]) => bins.reduce((sum, count) => sum + count, 0);
    assert.ok(answered(timeline.ok.slice(0, at)) > 0 && answered(timeline.ok.slice(at)) > 0);
    assert.ok(shares.length >= 2);
  });

  it('sends one request that ends its worker, and counts the requests that failed with it', (test) => {
    if (tooBusyFor(test, poisoned)) return;
    const { fault } = window(poisoned);
    // The connection that sent the request breaks with the process; the service itself continues.
    assert.deepEqual({ ...fault?.poison, afterMs: 0 }, { afterMs: 0, taken: 1, restarts: 0 });
    const { accounting, silenceMs } = open(poisoned);
    assert.ok(accounting.ok > 0 && accounting.sent > accounting.failed);
    assert.ok(silenceMs !== undefined && silenceMs > 0);
  });

  if (isSoak)
    it('restricts the service to the given cores', (test) => {
      const name = 'cpus/1/1 cpus-1 forks';
      if (tooBusyFor(test, name)) return;
      if (!windows.measured.has(name))
        return test.skip('this system cannot restrict a process to some cores');
      // The service chose its number of processes by the cores that it may use.
      assert.equal(window(name).load?.shares.length, 1);
    });

  it('restarts a service on its port, and counts the requests that fail meanwhile', (test) => {
    if (tooBusyFor(test, restarted)) return;
    const { accounting, unservedMs } = open(restarted);
    const { fault } = window(restarted);
    assert.ok(accounting.failed > 0 && accounting.ok > 0, JSON.stringify(accounting));
    assert.ok(fault?.kind === 'restart' && (fault.tookMs ?? 0) > 0 && (fault.startUpMs ?? 0) > 0);
    assert.ok(unservedMs !== undefined);
    assert.ok(metric('restart', 'startup') > 0 && metric('restart', 'outage') > 0);
  });

  it('has new processes answer in place of the ended ones', (test) => {
    if (tooBusyFor(test, restarted)) return;
    const { fault } = window(restarted);
    // If the machine starts the service slowly, the window may be over by then.
    const backAt = (fault?.atMs ?? 0) + (fault?.tookMs ?? 0);
    if (backAt > 2_500)
      return test.skip(
        `this machine takes until ${backAt} ms to start the service again: too long for the window`,
      );
    assert.ok(open(restarted).shares.length > 2, 'only the processes of the start have answered');
  });
});
