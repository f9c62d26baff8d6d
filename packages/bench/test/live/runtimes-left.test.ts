import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBenchIn } from '../e2e/bench.ts';
import { contestantOn } from './conforms-on.ts';

const POLLS = 300;
const SCOPE = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '2'];

/** Lists the programs of processes whose TMPDIR is below a folder. */
async function programsIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
  const all = await Promise.all(
    pids.map(async (pid) => [await read(pid, 'environ'), await read(pid, 'cmdline')]),
  );
  return all.flatMap(([environment, command = '']) => (environment?.includes(folder) ? [command] : []));
}

describe('a bench that is killed', () => {
  const skip = process.platform === 'linux' ? false : '/proc tells what is left';
  it('leaves no process of a contestant on another runtime', { skip }, async () => {
    for (const name of ['bun', 'deno', 'node-24']) await contestantOn('threads', name);
    const temporary = await mkdtemp(join(tmpdir(), 'runtimes-left-'));
    const contestants = 'single,threads,threads:bun,threads:deno,cluster:bun';
    const args = ['--contestants', contestants, '--node', '24', '--out', join(temporary, 'out')];
    const bench = startBenchIn({ TMPDIR: temporary }, 'run', ...SCOPE, ...args);
    try {
      await bench.until(/^measuring first/m);
      const missing = async () => {
        const up = (await programsIn(temporary)).join('\n');
        return [/bun-\S+@1\./, /deno-\S+@2\./, /node-\S+@24\./].filter((program) => !program.test(up));
      };
      for (let poll = 0; poll < POLLS && (await missing()).length > 0; poll++) await sleep(50);
      assert.deepEqual(await missing(), [], bench.output());
      bench.child.kill('SIGKILL');
      assert.deepEqual(await bench.left(), []);
    } finally {
      bench.child.kill('SIGKILL');
      await bench.ended;
      await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it('leaves no npm process and no part of the runtime that npm was fetching', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'fetch-left-'));
    const cache = join(temporary, 'cache');
    const packages = join(cache, 'cpu-bound-bench', 'npm');
    const env = { TMPDIR: temporary, XDG_CACHE_HOME: cache };
    const args = ['--contestants', 'single,single:bun', '--out', join(temporary, 'out')];
    const bench = startBenchIn(env, 'run', ...SCOPE, ...args);
    const fetched = async () => (existsSync(packages) ? await readdir(packages) : []);
    try {
      await bench.until(/npm fetches Bun/);
      for (let poll = 0; poll < POLLS && (await fetched()).length === 0; poll++) await sleep(10);
      assert.ok((await fetched()).length > 0);
      bench.child.kill('SIGKILL');
      assert.deepEqual(await bench.left(), []);
      for (let poll = 0; poll < POLLS && (await fetched()).length > 0; poll++) await sleep(100);
      assert.deepEqual(await fetched(), []);
    } finally {
      bench.child.kill('SIGKILL');
      await bench.ended;
      await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
    }
  });

  it('measures the other contestants if a runtime is not available, and names the missing one with the reason', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'no-runtime-'));
    const env = {
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(temporary, 'cache'),
      npm_config_cache: join(temporary, 'npm'),
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    };
    const args = ['--contestants', 'single,single:bun,cluster:deno', '--out', join(temporary, 'out')];
    const bench = startBenchIn(env, 'run', ...SCOPE, ...args);
    try {
      await bench.until(/^round 1/m);
      assert.match(bench.output(), /^Bun 1\.\S+ is not available\. Tried:\n.*\n.*ECONNREFUSED/m);
      assert.match(bench.output(), /^cluster:deno is left out: its forks/m);
    } finally {
      bench.child.kill('SIGKILL');
      await bench.ended;
      await bench.left();
      await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
