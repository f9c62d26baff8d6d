import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { databasesAt } from '@cpu-bound/measure/test/databases';
import { startBenchIn } from './bench.ts';

const POLLS = 600;

/** Finds processes by a folder in their command line, because nginx hides its environment. */
async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder)).map((line) => line.replaceAll('\0', ' '));
}

it('a killed bench leaves nothing of its peers: no process, no home folder, no database', async (t) => {
  if (process.platform !== 'linux') return t.skip('/proc tells what is left');
  const temporary = await mkdtemp(join(tmpdir(), 'left-'));
  const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '2'];
  const { DATABASE_URL: url } = process.env;
  const peers = `pm2,nginx,watt${url ? ',queue-pg-boss' : ''}`;
  const out = ['--contestants', peers, '--out', join(temporary, 'out')];
  const databases = async () => (url ? await databasesAt(url) : []);
  const before = await databases();
  const bench = startBenchIn({ TMPDIR: temporary }, 'run', ...scope, ...out);
  try {
    await bench.until(/^round 1/m);
    const home = (await readdir(temporary)).find((name) => name.startsWith('cpu-bound-bench-'));
    const folder = join(temporary, home ?? assert.fail('the run has no temporary folder'));
    const areUp = async () => {
      const kinds = (await readdir(folder)).map((name) => name.replace(/-[^-]*$/, ''));
      return ['pm2', 'nginx', 'watt'].every((kind) => kinds.includes(kind));
    };
    for (let poll = 0; poll < POLLS && !(await areUp()); poll++) await sleep(100);
    assert.ok(await areUp(), `${await readdir(folder)}: ${bench.output()}`);
    assert.ok((await processesIn(folder)).length > 0);
    const created = (await databases()).filter((name) => !before.includes(name));
    assert.equal(created.length > 0, url !== undefined, `${created}`);
    const areCreated = async () => (await databases()).some((name) => created.includes(name));
    bench.child.kill('SIGKILL');
    // The lock of a killed bench may stay: it counts for nothing.
    const folders = async () => (await readdir(temporary)).filter((name) => !name.endsWith('.lock'));
    const isLeft = async () =>
      (await folders()).length > 1 || (await processesIn(folder)).length > 0 || (await areCreated());
    for (let poll = 0; poll < POLLS && (await isLeft()); poll++) await sleep(100);
    assert.deepEqual(await folders(), ['out']);
    assert.deepEqual(await processesIn(folder), []);
    assert.deepEqual(await bench.left(), []);
    assert.equal(await areCreated(), false, `${created}`);
  } finally {
    bench.child.kill('SIGKILL');
    await bench.ended;
    await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
  }
});
