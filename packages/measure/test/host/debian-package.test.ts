import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { type Scope, temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { type DebianPackage, debianProgram } from '../../src/host/debian-package.ts';
import { fetchNpmPackages } from '../../src/host/npm-package.ts';
import { run } from '../../src/host/run.ts';
import { Lacking } from '../../src/host/sources.ts';

const skip = !existsSync('/usr/bin/apt-get') && 'this is no Debian or Ubuntu';
const hello: DebianPackage = {
  name: 'hello',
  packages: ['hello'],
  keep: /^hello$/,
  program: 'usr/bin/hello',
};

it('a program that does not end in its time is an error that names it and the time', () =>
  assert.rejects(run(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { timeout: 100 }), {
    message: `${process.execPath} timed out after 0.1 s`,
  }));

describe('a package of the distribution', () => {
  const { APT_CONFIG, XDG_CACHE_HOME } = process.env;
  afterEach(() => {
    for (const [name, value] of Object.entries({ APT_CONFIG, XDG_CACHE_HOME }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  /** Makes a folder, in which the cache is. */
  function folderFor(t: Scope): string {
    const folder = temporaryFolder({}, t);
    process.env.XDG_CACHE_HOME = join(folder, 'cache');
    return folder;
  }

  it('is lacking, with the time, if the mirror does not answer', { skip }, async (t) => {
    const folder = folderFor(t);
    const mirror = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(mirror, 'listening');
    t.after(() => mirror.close());
    const { port } = mirror.address() as AddressInfo;
    await writeFile(join(folder, 'sources.list'), `deb [trusted=yes] http://127.0.0.1:${port}/ ./\n`);
    const settings = [
      `Dir::Etc::SourceList "${join(folder, 'sources.list')}";`,
      'Dir::Etc::SourceParts "/dev/null";',
      'Acquire::http::Proxy "DIRECT";',
    ];
    process.env.APT_CONFIG = join(folder, 'apt.conf');
    await writeFile(process.env.APT_CONFIG, settings.join('\n'));
    await assert.rejects(debianProgram(hello, 2_000), (error: Error) => {
      assert.ok(error instanceof Lacking);
      assert.equal(error.message, 'apt-get timed out after 2 s');
      return true;
    });
  });

  it('names the variable for another cache if that folder cannot be written, as does a package of npm', {
    skip,
  }, async (t) => {
    const folder = folderFor(t);
    await writeFile(join(folder, 'cache'), 'a file, and no folder');
    const message = `${join(folder, 'cache/cpu-bound-bench')} cannot be written (ENOTDIR); set XDG_CACHE_HOME to a folder that can be written`;
    await assert.rejects(debianProgram(hello), { message });
    await assert.rejects(fetchNpmPackages(['left@1.2.3'], { watch() {} }), { message });
  });
});
