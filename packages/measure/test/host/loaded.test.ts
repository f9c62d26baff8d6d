import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { workspaceContestants } from '../../src/contestants/find.ts';
import { startService } from '../../src/host/service-process.ts';

const root = resolve(import.meta.dirname, '../../../..');
const hook = pathToFileURL(resolve(import.meta.dirname, '../fixtures/loaded-files.ts')).href;
const temporary = temporaryFolder();
/** By `pnpm test:soak`: all. `pnpm test` starts those that have threads, too. */
const isSoak = process.env.SOAK !== undefined;

/** The programs of each contestant: its processes, and the files of its threads. */
const programs = {
  single: ['single/src/serve.js'],
  cluster: ['cluster/src/main.js'],
  threads: ['threads/src/main.js', 'threads/src/thread.js'],
  queue: ['queue/src/main.js', 'queue/src/worker.js', 'queue/src/thread.js'],
} as const;

describe('a contestant that the bench starts from a clone', () => {
  for (const [id, files] of Object.entries(programs).filter(([, { length }]) => isSoak || length > 1)) {
    const { REDIS_URL } = process.env;
    const skip = id === 'queue' && !REDIS_URL && 'needs REDIS_URL: run it by `pnpm test`';
    it(`loads no TypeScript in any of its processes and threads: ${id}`, { skip }, async () => {
      const contestant = (await workspaceContestants(root)).find((contestant) => contestant.id === id);
      assert.ok(contestant);
      const log = join(temporary, id);
      const service = await startService(contestant, {
        workload: 'primes',
        workers: 1,
        ...(REDIS_URL && { redisUrl: REDIS_URL }),
        env: { NODE_OPTIONS: `--import=${hook}`, LOADED_FILES: log },
        signal: new AbortController().signal,
      });
      try {
        assert.equal((await fetch(`${service.origin}/primes?upTo=100`)).status, 200);
      } finally {
        assert.deepEqual(await service.stop(), []);
      }
      const loaded = (await readFile(log, 'utf8')).trim().split('\n');
      for (const file of files)
        assert.ok(
          loaded.some((url) => url.endsWith(`/packages/${file}`)),
          file,
        );
      const typescript = loaded.filter((url) => /\.[cm]?ts($|\?)/.test(url));
      assert.deepEqual(typescript, []);
    });
  }
});
