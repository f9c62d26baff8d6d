import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildInto } from '../../packages/measure/src/host/built.ts';
import { FILES, imagesIn, pinned } from '../images.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('the base images', () => {
  it('are all found in the files that name them', () => {
    const found = new Set(FILES.flatMap((file) => imagesIn(read(file))).map((image) => image.split(':')[0]));
    assert.deepEqual(found, new Set(['node', 'redis', 'haproxy']));
    assert.doesNotMatch(read('Dockerfile'), /^FROM \S*:/m, 'stages begin from NODE_IMAGE or another stage');
  });

  it('get a digest behind their tag, which a later one replaces', () => {
    const digests = (digit: string) => new Map([['redis:8-alpine', `sha256:${digit.repeat(64)}`]]);
    const text = 'a:\n  image: redis:8-alpine\nb:\n  image: cpu-bound-contestant\n';
    const once = pinned(text, digests('a'));
    assert.equal(once, text.replace('alpine', `alpine@sha256:${'a'.repeat(64)}`));
    assert.equal(pinned(once, digests('b')), once.replaceAll(/a{64}/g, 'b'.repeat(64)));
    assert.deepEqual(imagesIn(once), ['redis:8-alpine']);
  });
});

describe('the image of the contestants', () => {
  it('is built in a stage that installs the packages of each contestant', () => {
    const [, stage = ''] = /AS built\n(.*?)\n\n/s.exec(read('Dockerfile')) ?? [];
    const [, folders = ''] = /node (?:\S+) \/built (packages\/.*) \\$/m.exec(stage) ?? [];
    for (const folder of folders.split(' '))
      assert.ok(stage.includes(`--filter '@cpu-bound/${folder.replace('packages/', '')}...'`), folder);
  });

  it('has the workloads, except those that fail on demand', async () => {
    const dockerfile = read('Dockerfile');
    const [, folders = ''] = /node (?:\S+) \/built (packages\/.*) \\$/m.exec(dockerfile) ?? [];
    const [, removed = ''] = /rm -rf (\/built\/.*)$/m.exec(dockerfile) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'image-'));
    for (const name of ['POISON_LOG', 'INSPECT_LOG']) process.env[name] = join(folder, 'log');
    try {
      const [contestant = ''] = folders.split(' '); // all have the same workloads
      await buildInto(folder, [join(ROOT, contestant)]);
      for (const path of removed.split(' '))
        rmSync(join(folder, path.replace('/built/', '')), { recursive: true });
      const index = pathToFileURL(join(folder, 'packages/workload/src/index.js')).href;
      const { loadWorkload } = (await import(index)) as typeof import('@cpu-bound/workload');
      assert.equal((await loadWorkload('primes')).name, 'primes');
      for (const name of ['poisoned:primes', 'inspected:primes'])
        await assert.rejects(loadWorkload(name), /is not in this image; accepted: primes/);
    } finally {
      for (const name of ['POISON_LOG', 'INSPECT_LOG']) delete process.env[name];
      rmSync(folder, { recursive: true });
    }
  });
});
