import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import type { LocalService } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import { type EndedRun, endOf, fixtures, startHere } from '../e2e/bench.ts';
import { temporaryFolder } from '../temporary.ts';

const root = join(import.meta.dirname, '../../../..');

/** Starts a contestant that the bench does not manage. */
async function startElsewhere(id: string): Promise<LocalService> {
  const contestant = (await workspaceContestants(root)).find((one) => one.id === id) ?? assert.fail(id);
  return startService(contestant, {
    workload: 'primes',
    workers: 2,
    signal: new AbortController().signal,
  });
}

const smoke = ['run', '--profile', 'smoke', '--seed', '1', '--rounds', '1'];
const base = temporaryFolder('bench-target-');

describe('a run of two services that run elsewhere, one of which goes away meanwhile', () => {
  let service: LocalService;
  let lost: LocalService;
  let ended: EndedRun;
  before(async () => {
    [service, lost] = await Promise.all([startElsewhere('cluster'), startElsewhere('single')]);
    const scope = [...fixtures('steady'), '--baseline', 'steady', '--scenarios', 'cost,workers'];
    const targets = ['--target', `far=${service.origin}`, '--target', `lost=${lost.origin}`];
    const folder = join(base, 'run');
    const bench = startHere(...smoke, ...scope, ...targets, '--out', folder);
    await bench.until(/trials? into/);
    await lost.kill();
    ended = await endOf(bench, folder);
  });
  after(() => Promise.all([service.stop(), lost.stop()]));

  const metric = (scenario: string, name: string) =>
    ended.analysis.scenarios[scenario]?.metrics.find(
      (one) => one.contestant === 'far' && one.metric === name,
    );

  it('fails by the name of the lost service, and leaves no process of its own', () => {
    assert.equal(ended.code, 2, ended.output);
    assert.match(ended.output, /^failed: lost /m);
    assert.match(ended.report, /\*\*lost\*\* failed: lost.*lost at http/s);
    assert.deepEqual(ended.left, []);
  });
  it('does not end a service that it did not start', async () => {
    const response = await fetch(`${service.origin}/readyz`, { headers: { Connection: 'close' } });
    assert.equal(response.status, 200);
  });
  it('measures the other service, whose /metrics give its CPU time and memory', (test) => {
    const isVoid = ended.analysis.validity.void.some(({ contestant }) => contestant === 'far');
    if (isVoid) return test.skip('the windows of the service are void on this machine, which is too busy');
    assert.ok((metric('cost', 'generator-cpu-ms-per-request')?.estimate ?? 0) > 0);
    const kernel =
      ended.analysis.scenarios.cost?.metrics.find((one) => one.metric === 'kernel-ms')?.estimate ?? 0;
    // The service computes the kernel and more, so its CPU time is larger, whatever the noise. This checks the units.
    const cpuMs = metric('cost', 'cpu-ms-per-request')?.estimate;
    // Both readings of /metrics may have come at once, because the window is so short.
    if (cpuMs !== undefined)
      assert.ok(cpuMs > kernel / 4 && cpuMs < kernel * 20, `${cpuMs} ms against ${kernel} ms`);
    assert.ok((metric('cost', 'rss-told')?.estimate ?? 0) > 2 ** 24);
    // A figure that a service reports about itself is not compared with a measured one.
    assert.equal(metric('cost', 'rss-peak'), undefined);
    const busy = metric('cost', 'loop-busy-told')?.estimate ?? Number.NaN;
    assert.ok(busy >= 0 && busy <= 1, `${busy}`);
  });
  it('records address and distance, and leaves out what needs a service of its own, by name', () => {
    const far = ended.analysis.contestants.find(({ id }) => id === 'far');
    assert.equal(far?.elsewhere?.origin, service.origin);
    assert.ok((far?.elsewhere?.roundTripMs.p50 ?? 0) > 0);
    const [left] = (ended.analysis.leftOut ?? []).filter(({ contestant }) => contestant === 'far');
    assert.equal(left?.scenario, 'workers');
  });
});
