import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManifestError } from '../../src/contestants/manifest.ts';
import { onVersions, variantOrRuntime } from '../../src/contestants/on-runtime.ts';
import { rateSetters } from '../../src/contestants/rate-setters.ts';
import { contestant } from '../fixtures/contestant.ts';

const threads = {
  ...contestant('threads'),
  env: { A: '1' },
  family: 'pools',
  cannot: { 'keeps one': 'a reason' },
  runtimes: { bun: { cannot: { 'keeps another': 'of Bun' } }, deno: { cannotRun: 'it hangs' } },
  variants: { tuned: { title: 'tuned' } },
};

describe('a contestant on another runtime', () => {
  const onBun = variantOrRuntime(threads, 'bun');

  it('is a peer of its contestant, with an id and a title of its own', () => {
    assert.deepEqual([onBun.id, onBun.title, onBun.peerOf], ['threads:bun', 'threads on Bun', 'threads']);
    assert.deepEqual([onBun.family, onBun.variants], [undefined, undefined]);
  });

  it('names its runtime in its version and its summary', () => {
    assert.match(onBun.version, /^1\.0\.0 on Bun \d+\.\d+\.\d+$/);
    assert.match(onBun.summary, /^the contestant threads, on Bun \d+\.\d+\.\d+$/);
  });

  it('has the exceptions (`cannot`) of its contestant, and those that the manifest names for the runtime', () => {
    assert.deepEqual(Object.keys(onBun.cannot ?? {}), ['keeps one', 'keeps another']);
  });

  it('says why it cannot run', () => {
    assert.deepEqual(variantOrRuntime(threads, 'deno').runtime, { name: 'deno', cannotRun: 'it hangs' });
    const go = { ...contestant('go'), command: ['./server'] as const };
    assert.equal(variantOrRuntime(go, 'bun').runtime?.cannotRun, 'its command is ./server, and not node');
    assert.equal(onBun.runtime?.cannotRun, undefined);
  });

  it('sets no rate, because its contestant does', () =>
    assert.deepEqual(rateSetters([threads, onBun]), ['threads']));

  it('yields to a variant of the same name', () => {
    const variants = { bun: { title: 'a variant' } };
    assert.equal(variantOrRuntime({ ...threads, variants }, 'bun').runtime, undefined);
    assert.equal(onBun.runtime?.name, 'bun');
  });

  it('is refused if its name is neither a variant nor a runtime', () =>
    assert.throws(() => variantOrRuntime(threads, 'rhino'), ManifestError));

  it('is refused with the accepted versions of Node.js if its version is unknown', () =>
    assert.throws(() => variantOrRuntime(threads, 'node-20'), /threads:node-20: .*22, 24, 26, or an exact/));
});

describe('--node', () => {
  const chosen = [contestant('single'), threads, { ...contestant('other'), peerOf: 'threads' }];
  const ids = (...versions: string[]) => onVersions(chosen, versions).added.map(({ id }) => id);

  it('adds the main contestants on each version', () => {
    assert.deepEqual(ids('22', '24.1.0'), [
      'single:node-22',
      'threads:node-22',
      'single:node-24.1.0',
      'threads:node-24.1.0',
    ]);
  });

  it('adds no contestant twice, as when a resumed run names it already', () => {
    assert.deepEqual(ids('22', '22'), ['single:node-22', 'threads:node-22']);
    const all = [...chosen, ...onVersions(chosen, ['22']).added];
    assert.deepEqual(onVersions(all, ['22']), { added: [], problems: [] });
  });

  it('names a version that is not accepted, and the accepted ones', () => {
    const { added, problems } = onVersions(chosen, ['20', '24']);
    assert.equal(added.length, 2);
    assert.deepEqual(problems, ['--node 20: accepted: 22, 24, 26, or an exact version from 22.18.0 on']);
  });
});
