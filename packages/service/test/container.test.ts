import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import { availableCores, cpuQuota, sourceOfWorkers } from '../src/run/container.ts';

const ROOT = '/sys/fs/cgroup';
const isNewer = existsSync(join(ROOT, 'cgroup.controllers'));
const group = join(isNewer ? ROOT : join(ROOT, 'cpu'), `container-test-${process.pid}`);

/** Makes a group with the time of this many cores. @returns the reason if this machine cannot */
function makeGroup(cores: number): string | undefined {
  try {
    mkdirSync(group);
    if (isNewer) writeFileSync(join(group, 'cpu.max'), `${cores * 100_000} 100000`);
    else writeFileSync(join(group, 'cpu.cfs_quota_us'), String(cores * 100_000));
    return undefined;
  } catch (error) {
    return `needs root and a writable CPU cgroup (${error})`;
  }
}

describe('the cores of a container', () => {
  it('are at least one, and at most those that the system reports', () => {
    assert.ok(availableCores() >= 1 && availableCores() <= availableParallelism());
    assert.ok((cpuQuota()?.cores ?? 1) > 0);
  });

  it('are the workers unless the variable is set', (t) => {
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    process.env.WORKERS = '3';
    assert.equal(sourceOfWorkers(), 'WORKERS');
  });

  for (const [cores, workers] of [
    [0.5, 1],
    [1.5, Math.min(2, availableParallelism())],
  ] as const)
    it(`are ${workers} with the time of ${cores}`, (t) => {
      const lacking = makeGroup(cores);
      t.after(() => existsSync(group) && rmdirSync(group));
      if (lacking !== undefined) return t.skip(lacking);
      const module = JSON.stringify(new URL('../src/run/container.ts', import.meta.url).href);
      const print = `const { availableCores, cpuQuota, sourceOfWorkers } = await import(${module}); console.log(availableCores(), cpuQuota().cores, sourceOfWorkers())`;
      const inGroup = `echo $$ > ${group}/cgroup.procs && exec "$0" --input-type=module -e '${print}'`;
      const printed = execFileSync('sh', ['-c', inGroup, process.execPath], { encoding: 'utf8' });
      assert.equal(
        printed.trim(),
        `${workers} ${cores} the container's CPU quota of ${cores} cores, rounded up`,
      );
    });
});
