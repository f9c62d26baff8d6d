import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startBenchIn, tooBusy } from './bench.ts';

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

describe('a run from a shell with a proxy, and with variables that services read', () => {
  let folder: string;
  let output: string;
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bench-environment-')), 'out');
    const flags = '--profile smoke --scenarios capacity --rounds 1 --contestants single,threads';
    const named = ['--env', 'UV_THREADPOOL_SIZE=3'];
    const bench = startBenchIn(shell, 'run', ...flags.split(' '), ...named, '--out', folder);
    const ended = await bench.ended;
    output = ended.output;
    assert.equal(ended.code, tooBusy(ended) ? 2 : 0, output);
  });
  after(() => rm(join(folder, '..'), { recursive: true }));

  it('measures its services without the proxy and those variables', async () => {
    const lines = (await readFile(join(folder, 'trials.ndjson'), 'utf8')).trim().split('\n');
    const windows = lines.flatMap((line) => JSON.parse(line).windows ?? []);
    assert.deepEqual(
      new Set(windows.map(({ subject }) => subject)),
      new Set(['single', 'threads', 'single-twin']),
    );
    for (const { load } of windows) assert.equal(load.accounting.refused, 0);
  });

  it('records the environment of contestants, and its page shows what --env named', async () => {
    const { variables, named } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    assert.deepEqual(named, ['UV_THREADPOOL_SIZE']);
    assert.equal(variables.UV_THREADPOOL_SIZE, '3');
    assert.equal(variables.LC_TIME, 'C');
    for (const name of ['MAX_PENDING', 'HTTP_PROXY', 'NODE_OPTIONS', 'NODE_USE_ENV_PROXY'])
      assert.equal(variables[name], undefined, name);
    assert.match(await readFile(join(folder, 'REPORT.md'), 'utf8'), /`--env` UV_THREADPOOL_SIZE +\| +3 /);
  });

  it('gets no rounds from another environment, and the refusal names the differences', async () => {
    const more = ['more', folder, '--scenarios', 'capacity', '--for', '60s'];
    const { code, output: said } = await startBenchIn({ ...shell, LC_TIME: 'C.UTF-8' }, ...more).ended;
    assert.equal(code, 1, said);
    assert.match(said, /environment: LC_TIME was C, is C\.UTF-8/);
  });
});
