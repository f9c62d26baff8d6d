import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Manifest, WindowResult } from '@cpu-bound/study/model';
import { temporaryFolder } from '../temporary.ts';
import { filesOf, startBenchIn, startHereIn, tooBusy } from './bench.ts';

const shell = {
  NODE_USE_ENV_PROXY: '1',
  HTTP_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  NO_PROXY: undefined,
  no_proxy: undefined,
  MAX_PENDING: '10',
  NODE_OPTIONS: '--no-warnings',
  LC_TIME: 'C',
};
/** Its value must be in no file: a spelling that no page has by itself. */
const KEY = 'sk-3f9a b';

/**
 * A module that a user may have: it reads a `.env`, changes what other code relies on, and notes each process in which
 * it is loaded.
 */
const MODULE = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
const here = (name) => new URL(name, import.meta.url);
process.loadEnvFile(here('.env'));
const command = '/proc/self/cmdline';
if (existsSync(command))
  appendFileSync(here('loaded-by'), process.pid + ' ' + readFileSync(command, 'utf8').replaceAll('\\0', ' ') + '\\n');
Object.prototype.isEmpty = function () { return Object.keys(this).length === 0; };
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super('2020-01-01T00:00:00Z'); }
};
export const sum = ({ n }) => { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return { s }; };
`;

/** The processes of the bench that may load it: the workload's own, the reference, and services. */
const MAY_LOAD = /measure\/src\/own\/child|load\/reference\/child|\/single\//;

describe('a run from a shell with a proxy and with variables that services read, of a module that changes its process,', () => {
  const base = temporaryFolder('bench-environment-');
  let folder: string;
  let manifest: Manifest;
  let windows: readonly WindowResult[];
  before(async () => {
    folder = join(base, 'out');
    await writeFile(join(base, 'mine.mjs'), MODULE);
    await writeFile(join(base, '.env'), 'MAX_PENDING=5\nREDIS_URL=redis://127.0.0.1:1\n');
    await writeFile(join(base, 'n.json'), '{ "n": 300000 }');
    const flags = '--profile smoke --scenarios capacity --rounds 1 --contestants single';
    const inputs = ['--workload', join(base, 'mine.mjs#sum'), '--body', join(base, 'n.json')];
    const named = ['--env', 'UV_THREADPOOL_SIZE=3', '--env', `KEY=${KEY}`, '--out', folder];
    const ended = await startBenchIn(shell, 'run', ...flags.split(' '), ...inputs, ...named).ended;
    assert.equal(ended.code, tooBusy(ended) ? 2 : 0, ended.output);
    manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const trials = (await readFile(join(folder, 'trials.ndjson'), 'utf8')).trim().split('\n');
    windows = trials.flatMap((line) => JSON.parse(line).windows ?? []);
  });

  it('measures each service, and none by the proxy or by a MAX_PENDING of the shell or of the module’s .env', () => {
    const subjects = windows.map(({ subject }) => subject);
    assert.deepEqual(new Set(subjects), new Set(['single', 'single-twin']));
    for (const { subject, load } of windows) assert.equal(load?.accounting.refused, 0, subject);
  });

  it('loads the module in no process that measures, plans or decides', async (t) => {
    if (process.platform !== 'linux') return t.skip('needs /proc');
    const loadedBy = (await readFile(join(base, 'loaded-by'), 'utf8')).trim().split('\n');
    assert.ok(loadedBy.length > 2, loadedBy.join('\n'));
    assert.deepEqual(
      loadedBy.filter((line) => !MAY_LOAD.test(line)),
      [],
    );
  });

  it('has its own time, which the module does not change', () =>
    assert.doesNotMatch(manifest.startedAt, /^2020/));

  it('records the environment of contestants, and of what --env named no value in any file of its folder', async () => {
    const { variables = {}, named, command, flags } = manifest;
    assert.deepEqual(named, ['UV_THREADPOOL_SIZE', 'KEY']);
    assert.deepEqual(flags.env, named);
    assert.match(command, / --env UV_THREADPOOL_SIZE --env KEY$/);
    assert.match(variables.KEY ?? '', /^scrypt:[0-9a-f]{16}$/);
    assert.equal(variables.LC_TIME, 'C');
    for (const name of ['MAX_PENDING', 'HTTP_PROXY', 'NODE_OPTIONS', 'NODE_USE_ENV_PROXY'])
      assert.equal(variables[name], undefined, name);
    const page = await readFile(join(folder, 'REPORT.md'), 'utf8');
    assert.match(page, /`--env` KEY +\| +its value is not stored /);
    const files = Object.values(await filesOf(folder)).map((text) => Buffer.from(text, 'base64'));
    assert.ok(files.length > 3 && !files.some((file) => file.includes(KEY)));
  });

  it('gets no rounds from another environment, and the refusal names the differences', async () => {
    const more = ['more', folder, '--scenarios', 'capacity', '--for', '60s'];
    const other = { LC_TIME: 'C.UTF-8', UV_THREADPOOL_SIZE: '4', KEY };
    const { code, output } = await startHereIn(other, ...more).ended;
    assert.equal(code, 1, output);
    assert.match(output, /environment: LC_TIME was C, is C\.UTF-8/);
    assert.match(output, /environment: UV_THREADPOOL_SIZE was scrypt:\w+, is scrypt:\w+/);
    assert.doesNotMatch(output, /environment: KEY/);
  });
});
