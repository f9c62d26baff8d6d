import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  fetchNpmPackages,
  type NpmPackages,
  npmFetchedBefore,
  npmSources,
} from '../../src/host/npm-package.ts';
import { firstThatStarts } from '../../src/host/sources.ts';

const SPECS: NpmPackages = ['left@1.2.3', '@scope/right@4.5.6'];
const guard = { watch() {} };
const { PATH, XDG_CACHE_HOME } = process.env;

describe('packages from npm, fetched on first use', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'npm-package-'));
    process.env.XDG_CACHE_HOME = join(home, 'cache');
  });
  afterEach(() => {
    process.env.PATH = PATH;
    if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
    rmSync(home, { recursive: true });
  });

  /** Replaces npm by a program that runs this script and does not ask the registry. */
  function npmThat(script: string): void {
    const folder = join(home, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'npm'), 0o755);
    process.env.PATH = [folder, PATH].join(delimiter);
  }
  const inCache = () => readdirSync(join(home, 'cache/cpu-bound-bench/npm'));

  it('are installed in exact versions, and found again without npm', async () => {
    npmThat('mkdir node_modules && cp package.json node_modules');
    const modules = await fetchNpmPackages(SPECS, guard);
    const { dependencies } = JSON.parse(readFileSync(join(modules, 'package.json'), 'utf8'));
    assert.deepEqual(dependencies, { left: '1.2.3', '@scope/right': '4.5.6' });
    process.env.PATH = '';
    assert.equal(await npmFetchedBefore(SPECS), modules);
  });

  it('are not replaced by another version', async () => {
    npmThat('mkdir node_modules');
    await fetchNpmPackages(SPECS, guard);
    await assert.rejects(npmFetchedBefore(['left@1.2.4', '@scope/right@4.5.6']), /not fetched yet/);
  });

  it('are installed once if two processes fetch them at the same time', async () => {
    npmThat('mkdir node_modules');
    const [first, second] = await Promise.all([
      fetchNpmPackages(SPECS, guard),
      fetchNpmPackages(SPECS, guard),
    ]);
    assert.equal(first, second);
    assert.deepEqual(inCache().length, 1);
  });

  it('are fetched again only if the earlier download does not work', async () => {
    npmThat('mkdir node_modules && echo "$RANDOM_MARK" > node_modules/mark');
    const markOf = async (mark: string, isBroken: boolean) => {
      process.env.RANDOM_MARK = mark;
      return readFileSync(join(await fetchNpmPackages(SPECS, guard, isBroken), 'mark'), 'utf8').trim();
    };
    assert.equal(await markOf('first', false), 'first');
    assert.equal(await markOf('second', false), 'first');
    assert.equal(await markOf('third', true), 'third');
    delete process.env.RANDOM_MARK;
  });

  it('are named with the reason if they cannot be fetched, and leave no files', async () => {
    npmThat('mkdir node_modules; echo "npm error network is unreachable" >&2; exit 1');
    await assert.rejects(fetchNpmPackages(SPECS, guard), {
      message: /^left@1\.2\.3 and @scope\/right@4\.5\.6 could not be fetched .*\(network is unreachable\)/,
    });
    assert.deepEqual(inCache(), []);
    await assert.rejects(npmFetchedBefore(SPECS), /not fetched yet/);
  });

  it('are refused with a remedy if there is no npm', async () => {
    process.env.PATH = home;
    await assert.rejects(fetchNpmPackages(SPECS, guard), /npm is not on the PATH/);
  });

  it('are a source of a manifest’s needs, which reports the download and its folder', async () => {
    npmThat('mkdir node_modules');
    const said: string[] = [];
    const sources = npmSources(`npm:${SPECS.join(' ')}`, guard, (line) => void said.push(line));
    const found = await firstThatStarts(sources);
    assert.deepEqual(
      { version: found.version, env: found.env, source: found.source },
      {
        version: '1.2.3 with @scope/right 4.5.6',
        env: { NPM_LEFT: await npmFetchedBefore(SPECS) },
        source: 'the npm registry',
      },
    );
    assert.match(said.join('\n'), /^left@1\.2\.3 and @scope\/right@4\.5\.6: fetched .* into .*cache/);
    await firstThatStarts(sources);
    assert.equal(said.length, 1, 'it is fetched once');
  });

  it('leave no temporary files after a killed download: the guard knows their folder before it exists', async () => {
    npmThat('mkdir node_modules; pwd > "$ASIDE"');
    process.env.ASIDE = join(home, 'aside');
    const watched: (string | boolean)[] = [];
    await fetchNpmPackages(SPECS, {
      watch: (left) => 'folder' in left && watched.push(left.folder, existsSync(left.folder)),
    });
    assert.deepEqual(watched, [readFileSync(process.env.ASIDE, 'utf8').trim(), false]);
    delete process.env.ASIDE;
  });
});
