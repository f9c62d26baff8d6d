import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startBenchIn } from './bench.ts';

/**
 * A module that a user may have: it reads a `.env`, changes what other code relies on, and notes each process in which
 * it is loaded.
 */
const MODULE = `
import { appendFileSync, readFileSync } from 'node:fs';
const here = (name) => new URL(name, import.meta.url);
process.loadEnvFile(here('.env'));
appendFileSync(here('loaded-by'), process.pid + ' ' + readFileSync('/proc/self/cmdline', 'utf8').replaceAll('\\0', ' ') + '\\n');
Object.prototype.isEmpty = function () { return Object.keys(this).length === 0; };
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super('2020-01-01T00:00:00Z'); }
};
export const sum = ({ n }) => { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return { s }; };
`;

/** The processes of the bench that may load it: the workload's own, the reference, and services. */
const MAY_LOAD = /measure\/src\/own\/child|load\/reference\/child|\/(?:single|cluster)\//;

describe('a module that changes the process in which it is loaded', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, () => {
  let folder: string;
  let output: string;
  let manifest: { readonly startedAt: string };
  let windows: readonly { readonly subject: string; readonly load?: { readonly accounting: Counts } }[];
  type Counts = { readonly ok: number; readonly refused: number };
  let loadedBy: readonly string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'user-code-'));
    await writeFile(join(folder, 'mine.mjs'), MODULE);
    await writeFile(join(folder, '.env'), 'MAX_PENDING=5\nREDIS_URL=redis://127.0.0.1:1\n');
    await writeFile(join(folder, 'n.json'), '{ "n": 300000 }');
    const flags = '--profile smoke --scenarios capacity --rounds 1 --contestants single,cluster';
    const inputs = ['--workload', join(folder, 'mine.mjs#sum'), '--body', join(folder, 'n.json')];
    const out = join(folder, 'out');
    const bench = startBenchIn({}, 'run', ...flags.split(' '), ...inputs, '--out', out);
    const ended = await bench.ended;
    output = ended.output;
    assert.equal(ended.code, 0, output);
    manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
    const trials = (await readFile(join(out, 'trials.ndjson'), 'utf8')).trim().split('\n');
    windows = trials.flatMap((line) => JSON.parse(line).windows ?? []);
    loadedBy = (await readFile(join(folder, 'loaded-by'), 'utf8')).trim().split('\n');
  });
  after(() => rm(folder, { recursive: true }));

  it('is loaded in no process that measures, plans or decides', () => {
    assert.ok(loadedBy.length > 3, loadedBy.join('\n'));
    assert.deepEqual(
      loadedBy.filter((line) => !MAY_LOAD.test(line)),
      [],
    );
  });

  it('does not change the time of the run', () => assert.doesNotMatch(manifest.startedAt, /^2020/));

  it('configures no fork of a cluster by its .env, as it configures no single process', () => {
    const closed = windows.filter(({ load }) => load);
    assert.ok(closed.some(({ subject }) => subject === 'cluster'));
    for (const { subject, load } of closed) assert.equal(load?.accounting.refused, 0, subject);
  });
});
