import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  cpuQuota,
  findCpuLimits,
  moveToCores,
  onCores,
  withQuota,
} from '../../../src/measure/host/cpu-limits.ts';

const run = promisify(execFile);
const { withoutCores, withoutShare } = await findCpuLimits();
const parallelism = ['node', '-p', 'os.availableParallelism()'] as const;

describe('a service on fewer cores', () => {
  it('sees as many as it may use', { skip: withoutCores }, async () => {
    const [program, ...args] = onCores(1, parallelism);
    assert.equal((await run(program, args)).stdout.trim(), '1');
  });

  it('is moved with all of its threads', { skip: withoutCores }, async (test) => {
    const cores = availableParallelism();
    if (cores < 2) return test.skip('one core is all that there is');
    const child = spawn('sleep', ['20']);
    try {
      await once(child, 'spawn');
      await moveToCores(child.pid ?? 0, 1, cores);
      const { stdout } = await run('taskset', ['--cpu-list', '--pid', String(child.pid)]);
      assert.match(stdout, cores === 2 ? /: 1$/m : /: 1[-,]/);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('with half a core is held up, with more than there is not; its group goes with it', {
    skip: withoutShare,
  }, async () => {
    const throttled = async (cores: number) => {
      const quota = await cpuQuota(cores);
      const busy = 'const end = Date.now() + 600; while (Date.now() < end);';
      const [program, ...args] = withQuota(quota, [
        'sh',
        '-c',
        `node -e '${busy}'; cat ${dirname(quota.procs)}/cpu.stat`,
      ]);
      const { stdout } = await run(program, args);
      await quota.remove();
      assert.ok(!existsSync(dirname(quota.procs)));
      return Number(/^nr_throttled (\d+)/m.exec(stdout)?.[1]);
    };
    assert.ok((await throttled(0.5)) > 0);
    assert.equal(await throttled(4 * availableParallelism()), 0);
  });

  it('that cannot be had is told with the reason', () => {
    if (withoutShare !== undefined) assert.match(withoutShare, /root and a writable cgroup/);
    if (withoutCores !== undefined) assert.match(withoutCores, /util-linux/);
  });
});
