import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../temporary.ts';
import { ask, startBench, startBenchIn, startMarked } from './bench.ts';

const smoke = ['run', '--profile', 'smoke', '--scenarios', 'capacity', '--contestants', 'single'];
const cli = join(import.meta.dirname, '../../src/cli.ts');

describe('a command ends with exit code 5 and a sentence if', () => {
  const base = temporaryFolder('bench-refused-');

  it('the temporary folder is missing', async () => {
    const { code, output } = await startBenchIn({ TMPDIR: join(base, 'nowhere') }, ...smoke).ended;
    assert.equal(code, 5, output);
    assert.match(output, /^TMPDIR .*nowhere: is not there \(ENOENT, .*; create it, or set TMPDIR/m);
  });

  it('too few file handles are allowed', { skip: process.platform === 'win32' }, async () => {
    const command = [process.execPath, cli, ...smoke, '--out', join(base, 'few')];
    const bench = startMarked(['sh', '-c', 'ulimit -n 64; exec "$0" "$@"', ...command], base);
    const { code, output } = await bench.ended;
    assert.equal(code, 5, output);
    assert.match(output, /allows 64 open files a process, .*raise it: ulimit -n 4096/);
  });

  it('no process reads its output, and keeps its measurements', async () => {
    const folder = join(base, 'unread');
    const bench = startBench(...smoke, '--out', folder);
    await bench.until(/trials? into/);
    bench.child.stdout?.destroy();
    const { code, output } = await bench.ended;
    assert.equal(code, 5, output);
    assert.match(output, /EPIPE.*no program reads the output any more/);
    assert.match(await readFile(join(folder, 'manifest.json'), 'utf8'), /"schemaVersion"/);
    assert.deepEqual(await bench.left(), []);
  });
});

it('a service elsewhere that does not answer is refused before anything is written', async () => {
  const folder = join(temporaryFolder('bench-target-'), 'refused');
  const elsewhere = ['--target', 'far=http://127.0.0.1:9', '--out', folder];
  const { code, output } = await ask('run', '--profile', 'smoke', ...elsewhere);
  assert.equal(code, 1, output);
  assert.match(output, /--target far=http:\/\/127\.0\.0\.1:9: GET \/readyz .*accepted: a service that runs/);
  assert.equal(existsSync(folder), false);
});

it('doctor ends with exit code 5 on an unfit machine, and prints nothing but its checks and what the code means', async () => {
  const { code, output } = await ask('doctor');
  assert.equal(code, output.includes('✖ unfit') ? 5 : 0, output);
  const others = output
    .split('\n')
    .filter((line) => !/^(✔ fit|✖ unfit| {11}|looking at the machine$|exit code 5: |$)/.test(line));
  assert.deepEqual(others, []);
});

it('with-backends ends with the exit code or the signal of its command', {
  skip: process.platform === 'win32',
}, async () => {
  assert.equal((await ask('with-backends', 'sh', '-c', 'exit 7')).code, 7);
  assert.equal((await ask('with-backends', 'sh', '-c', 'kill -KILL $$')).code, 137);
});
