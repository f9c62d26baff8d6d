import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { newerNode, newestAfter, tooOldFor } from '../../src/commands/doctor.ts';

const at = (...versions: string[]) => versions.map((version) => ({ version, place: 'somewhere' }));

describe('a newer Node.js', () => {
  it('is the newest release of the same major, by its numbers', () =>
    assert.equal(newestAfter('26.9.1', at('26.10.0', '26.9.2', '27.0.0', '26.12.1'))?.version, '26.12.1'));

  it('is not named if all releases are as old, older or of another major', () =>
    assert.equal(newestAfter('26.10.0', at('26.10.0', '26.9.9', '24.99.0', '27.0.0')), undefined));

  it('on the PATH is found outside of projects, and no npm is needed', async (t) => {
    if (process.platform === 'win32') return t.skip('a program here is a script with a shebang');
    const folder = await mkdtemp(join(tmpdir(), 'newer-node-'));
    const before = process.env.PATH;
    t.after(async () => {
      process.env.PATH = before;
      await rm(folder, { recursive: true });
    });
    const [major] = process.versions.node.split('.');
    await writeFile(join(folder, 'node'), `#!/bin/sh\necho v${major}.999.0\n`);
    await chmod(join(folder, 'node'), 0o755);
    process.env.PATH = [join(import.meta.dirname, 'node_modules/.bin'), folder, '/bin'].join(delimiter);
    const check = await newerNode();
    assert.equal(check?.fit, true);
    assert.match(check?.detail ?? '', new RegExp(`^${major}\\.999\\.0 is on the PATH`));
  });
});

describe('a Node.js that is too old for a written service', () => {
  it('is named with the warning that npm will print, and with two ways out', () => {
    const [line = ''] = tooOldFor('22.19.0', at('20.20.2'));
    assert.match(
      line,
      /^your node is 20\.20\.2, which is older: .*EBADENGINE.*nodejs\.org.* npx -y -p node@22 npm test$/,
    );
  });

  it('is not spoken of if it is new enough, or if there is none', () =>
    assert.deepEqual([tooOldFor('22.19.0', at('22.19.0')), tooOldFor('22.19.0', [])], [[], []]));
});
