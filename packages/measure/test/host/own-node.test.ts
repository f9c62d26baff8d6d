import assert from 'node:assert/strict';
import { readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import type { LocalContestant } from '../../src/contestants/manifest.ts';
import { onRuntime, runtimeNamed } from '../../src/contestants/runtimes.ts';
import { onItsRuntime, runtimeSources } from '../../src/host/runtimes.ts';
import { firstThatStarts, NothingStarts } from '../../src/host/sources.ts';
import { contestant } from '../fixtures/contestant.ts';
import { recordingGuard } from '../fixtures/recording-guard.ts';

const { guard } = recordingGuard();
const fetches = () => assert.fail('something is fetched');
const runtimeOf = (version: string) => runtimeNamed(`node-${version}`) ?? assert.fail(version);

it('a version of Node.js that is on the PATH runs contestants from there, and nothing is fetched', {
  skip: process.platform === 'win32' && 'a link to a program needs rights there',
}, async (t) => {
  const { PATH, XDG_CACHE_HOME } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
    if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
  });
  const cache = temporaryFolder({}, t);
  const bin = temporaryFolder({}, t);
  symlinkSync(process.execPath, join(bin, 'node'));
  process.env.XDG_CACHE_HOME = cache;
  process.env.PATH = [join(bin, 'node_modules/.bin'), bin, PATH].join(delimiter);
  const runtime = runtimeOf(process.versions.node);
  const found = await firstThatStarts(runtimeSources(runtime, guard, fetches));
  assert.deepEqual([found.version, found.source], [process.versions.node, 'the Node.js on the PATH']);
  const here: LocalContestant = { ...contestant('single'), command: ['node', 'src/main.ts'] };
  assert.equal(onItsRuntime(onRuntime(here, runtime)).command[0], process.execPath);
  assert.deepEqual(readdirSync(cache), []);

  const [own, fetchedBefore] = runtimeSources(runtimeOf('22.19.0'), guard, fetches);
  await assert.rejects(
    firstThatStarts([own, fetchedBefore].filter((source) => source !== undefined)),
    (error) => {
      assert.ok(error instanceof NothingStarts);
      assert.match(
        error.message,
        new RegExp(`^ {2}the Node\\.js on the PATH: is ${process.versions.node}\n.*: not fetched yet$`),
      );
      return true;
    },
  );
});
