import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataObject, loadWorkload, poisonedSpecifier, WorkloadError } from '../src/index.ts';
import { POISONS, type Poison } from '../src/poisoned/workload.ts';
import { spawn } from './fixtures/child-process.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const specifier = poisonedSpecifier('primes');
const index = new URL('../src/index.ts', import.meta.url).href;

describe('a workload that fails on demand', () => {
  const folder = temporaryFolder();
  const POISON_LOG = join(folder, 'taken');
  before(() => {
    process.env.POISON_LOG = POISON_LOG;
  });
  after(() => {
    delete process.env.POISON_LOG;
  });

  it('is the workload inside for every other request', async () => {
    const workload = await loadWorkload(specifier);
    const input = workload.parse({ upTo: '1000' });
    const output = (await workload.run(input)) as DataObject;
    assert.equal(output.count, 168);
    assert.ok(workload.name === 'primes' && workload.verify(input, output));
    assert.throws(() => workload.parse({ upTo: '0' }), /upTo is out of range/);
  });

  it('writes a line for a task with a trace, each time that it begins', async () => {
    const workload = await loadWorkload(specifier);
    const input = workload.parse({ upTo: '10', 'x-trace': 'seventh' });
    for (const _ of [1, 2]) assert.ok(workload.verify(input, await workload.run(input)));
    assert.match(await readFile(POISON_LOG, 'utf8'), /^(seventh \d+\/0\n){2}$/);
  });

  it('names the ways to fail in its error', async () => {
    const workload = await loadWorkload(specifier);
    assert.throws(
      () => workload.parse({ 'x-poison': 'arsenic' }),
      /x-poison is not known; accepted: heap, exit/,
    );
  });

  it('does not load by accident: it needs a file for its log', async () => {
    delete process.env.POISON_LOG;
    await assert.rejects(loadWorkload(specifier), WorkloadError);
    process.env.POISON_LOG = POISON_LOG;
  });

  const ends: Readonly<Record<Poison, { code: number | null; signal: string | null }>> = {
    heap: { code: null, signal: 'SIGABRT' },
    exit: { code: 1, signal: null },
    abort: { code: null, signal: 'SIGABRT' },
    throw: { code: 1, signal: null },
    endless: { code: null, signal: 'SIGKILL' },
  };
  for (const how of POISONS) {
    it(`ends its process by ${how}, and writes a line`, async () => {
      const program = `
        const { loadWorkload } = await import(${JSON.stringify(index)});
        const workload = await loadWorkload('${specifier}');
        console.log('begins');
        await workload.run(workload.parse({ 'x-poison': '${how}' }));`;
      const log = join(folder, how);
      const shell = 'ulimit -c 0; exec "$0" "$@"';
      const node = ['--max-old-space-size=32', '--input-type=module', '-e', program];
      const child = spawn('sh', ['-c', shell, process.execPath, ...node], {
        env: { POISON_LOG: log },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      if (how === 'endless') {
        // Another process must end this task.
        while ((await readFile(log, 'utf8').catch(() => '')) === '') await sleep(10);
        child.kill('SIGKILL');
      }
      const [code, signal] = await exit;
      assert.deepEqual({ code, signal }, ends[how]);
      assert.match(await readFile(log, 'utf8'), /^poison \d+\/0\n$/);
    });
  }
});
