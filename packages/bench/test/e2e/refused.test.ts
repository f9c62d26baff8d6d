import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { limitedGroup, limitedUser } from '@cpu-bound/measure/test/limited';
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

  /** Another user writes its results here: it has to pass the private folder of this run of the tests. */
  const open = () => {
    const folder = mkdtempSync(join(base, 'open-'));
    for (const parent of [dirname(base), base]) chmodSync(parent, statSync(parent).mode | 0o011);
    chmodSync(folder, 0o777);
    return { folder, env: { TMPDIR: folder, HOME: folder, XDG_CACHE_HOME: folder } };
  };
  const program = [process.execPath, cli, ...smoke];

  it('its user may have too few processes, and before it writes anything', async (t) => {
    const limited = limitedUser(30, cli);
    if (typeof limited === 'string') return t.skip(limited);
    const { folder, env } = open();
    const out = join(folder, 'few');
    const bench = startMarked([...limited, ...program, '--out', out], folder, env);
    const { code, output } = await bench.ended;
    assert.equal(code, 5, output);
    assert.match(
      output,
      /^ulimit -u: this user may have 30 processes and threads, and has \d+: .*raise it \(ulimit -u/m,
    );
    assert.equal(existsSync(out), false);
    assert.deepEqual(await bench.left(), []);
  });

  it('its control group may have too few processes, and before it writes anything', async (t) => {
    const group = limitedGroup(30);
    if (typeof group === 'string') return t.skip(group);
    const out = join(base, 'few-in-group');
    const bench = startMarked([...group.command, ...program, '--out', out], base);
    const { code, output } = await bench.ended;
    assert.deepEqual(await bench.left(), []);
    group.remove();
    assert.equal(code, 5, output);
    assert.match(
      output,
      /^pids\.max: this container or control group may have 30 processes .*raise it \(docker run/m,
    );
    assert.doesNotMatch(output, /^ +at /m);
    assert.equal(existsSync(out), false);
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
