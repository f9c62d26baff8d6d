import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { describe, it } from 'node:test';
import { run, spawn } from '@cpu-bound/workload/test/child-process';
import {
  coresIn,
  cpuQuota,
  findCpuLimits,
  moveToCores,
  onCores,
  ownCores,
  withQuota,
} from '../../src/host/cpu-limits.ts';

const { withoutCores, withoutShare } = await findCpuLimits();
const parallelism = ['node', '-p', 'os.availableParallelism()'] as const;

describe('a service on fewer cores', () => {
  it('finds only those cores', { skip: withoutCores }, async () => {
    const [program, ...args] = onCores(1, parallelism);
    assert.equal((await run(program, args)).stdout.trim(), '1');
  });

  it('is moved with all of its threads', { skip: withoutCores }, async (test) => {
    const cores = availableParallelism();
    if (cores < 2) return test.skip('the machine has only one core');
    const child = spawn('sleep', ['20']);
    try {
      await once(child, 'spawn');
      await moveToCores(child.pid ?? 0, ownCores().slice(1));
      const { stdout } = await run('taskset', ['--cpu-list', '--pid', String(child.pid)]);
      assert.deepEqual(coresIn(/: (\S+)$/m.exec(stdout)?.[1] ?? ''), ownCores().slice(1));
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('with half a core runs in a group with half of each period, which is removed with it', {
    skip: withoutShare,
  }, async () => {
    for (const cores of [0.5, 4 * availableParallelism()]) {
      const quota = await cpuQuota(cores);
      const folder = dirname(quota.procs);
      // The command prints its own group, and the quota and the period in the files of newer or older systems.
      const asked = `cat /proc/self/cgroup; cd ${folder}; cat cpu.max 2>/dev/null || cat cpu.cfs_quota_us cpu.cfs_period_us`;
      const [program, ...args] = withQuota(quota, ['sh', '-c', asked]);
      const { stdout } = await run(program, args);
      await quota.remove();
      assert.ok(!existsSync(folder));
      assert.ok(stdout.includes(basename(folder)), stdout);
      const [us = Number.NaN, period = Number.NaN] = stdout.trim().split(/\s+/).slice(-2).map(Number);
      assert.equal(us / period, cores);
    }
  });

  it('is refused with the reason if the machine cannot limit cores', () => {
    if (withoutShare !== undefined) assert.match(withoutShare, /root and a writable cgroup/);
    if (withoutCores !== undefined) assert.match(withoutCores, /util-linux/);
  });
});
