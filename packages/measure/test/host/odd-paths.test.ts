import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { versionOf } from '../../src/host/redis/redis.ts';
import { fetched } from '../../src/host/redis/start.ts';
import { cacheFolder } from '../../src/host/sources.ts';
import { recordingGuard } from '../fixtures/recording-guard.ts';

const base = temporaryFolder();

it('an unpacked Redis starts where the home and the temporary folder have an apostrophe, a space and a dollar sign', async (t) => {
  const cached = join(cacheFolder(), 'redis');
  if (!existsSync(join(cached, 'usr/bin/redis-server'))) return t.skip('no Redis was unpacked here');
  const odd = await mkdtemp(join(base, "it's $HOME `"));
  mkdirSync(join(odd, 'cpu-bound-bench'));
  symlinkSync(cached, join(odd, 'cpu-bound-bench/redis'));
  const { XDG_CACHE_HOME, TMPDIR } = process.env;
  t.after(() => {
    for (const [name, value] of Object.entries({ XDG_CACHE_HOME, TMPDIR }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  Object.assign(process.env, { XDG_CACHE_HOME: odd, TMPDIR: odd });
  const redis = await fetched(recordingGuard().guard).start();
  assert.match(await versionOf(redis.url), /^(redis|valkey) \d/);
  await redis.own?.restart(0, 'SIGTERM');
  assert.match(await versionOf(redis.url), /^(redis|valkey) \d/);
  await redis.stop();
});
