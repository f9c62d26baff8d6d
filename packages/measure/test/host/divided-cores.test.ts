import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  bySiblings,
  coresFor,
  coresIn,
  moveToCores,
  moveToServices,
  ownCores,
  withoutTaskset,
} from '../../src/host/cpu-limits.ts';
import { run } from '../../src/host/run.ts';
import { nullLoad, withNullServer } from '../../src/load/ceiling.ts';
import { createGenerators } from '../../src/load/loads.ts';

const all = ownCores();
const { signal } = new AbortController();
const skip =
  (await withoutTaskset()) ?? (all.length < 2 ? 'the machine has no second core for generators' : false);

const coresOf = (pid: number) =>
  coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '');

describe('a machine whose cores are divided', () => {
  it('has what the bench starts on the cores of the services, and the load generators on others', {
    skip,
  }, async (test) => {
    const problems: string[] = [];
    const division = await coresFor('1', problems);
    assert.deepEqual(problems, []);
    assert.ok(division);
    const generators = createGenerators();
    test.after(async () => {
      await generators.stop();
      await moveToCores(process.pid, all);
    });
    await moveToServices(division);
    await generators.keepTo(division.generators);
    const { stdout } = await run('node', ['-p', 'os.availableParallelism()']);
    assert.equal(stdout.trim(), '1');
    await withNullServer((origin) => generators.open.run(nullLoad(origin, 50, 0.2), signal));
    const [pid] = generators.open.pids;
    assert.ok(pid);
    assert.deepEqual(coresOf(pid), division.generators);
    assert.deepEqual(coresOf(process.pid), division.services);
    assert.deepEqual(
      await coresFor('1', []),
      division,
      'a later run of this process divides all cores again',
    );
  });

  it('is refused with the accepted numbers, and where there is no taskset with what to do', async (test) => {
    const said = async (flag: string) => {
      const problems: string[] = [];
      assert.equal(await coresFor(flag, problems), undefined);
      return problems.join();
    };
    for (const flag of ['0', '1.5', 'all', '4097'])
      assert.match(await said(flag), new RegExp(`^--cores ${flag}: accepted: an integer from 1 to \\d+`));
    const { PATH } = process.env;
    test.after(() => {
      process.env.PATH = PATH;
    });
    process.env.PATH = '';
    if (all.length > 1) assert.match(await said('1'), /^--cores 1: taskset .* in a container/);
    const problems: string[] = [];
    assert.equal(await coresFor(undefined, problems), undefined, 'without the flag, all cores are shared');
    assert.deepEqual(problems, []);
  });
});

describe('the lists of the system', () => {
  it('are read as numbers', () => {
    assert.deepEqual(coresIn('0'), [0]);
    assert.deepEqual(coresIn('0-2,8,10-11'), [0, 1, 2, 8, 10, 11]);
    assert.deepEqual(coresIn(''), []);
  });

  it('name each core of this machine once, among its siblings', () => {
    assert.deepEqual(
      bySiblings(all)
        .flat()
        .toSorted((a, b) => a - b),
      all,
    );
  });
});
