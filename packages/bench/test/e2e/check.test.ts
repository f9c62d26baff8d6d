import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../temporary.ts';
import { startBench } from './bench.ts';

const folder = temporaryFolder('bench-check-');
const file = join(folder, 'functions.cjs');
writeFileSync(
  file,
  `const { threadId } = require('node:worker_threads');
exports.served = (n) => ({ n, by: process.pid });
exports.inThread = (n) => ({ n, by: threadId });
exports.later = (n) => { setTimeout(() => { throw new Error('too late'); }, 100); return { n }; };
`,
);
const check = (name: string, ...more: string[]) =>
  startBench('check', '--workload', `${file}#${name}`, '--args', '[1]', ...more).ended;

describe('bench check starts the strategies, and', () => {
  it('says which of them run a function, and in which its answer is another', async () => {
    const { code, output } = await check('inThread');
    assert.equal(code, 0, output);
    for (const id of ['single', 'cluster']) assert.match(output, new RegExp(`^${id} +runs$`, 'm'));
    for (const id of ['threads', 'queue'])
      assert.match(output, new RegExp(`^${id} +left out: another answer$`, 'm'));
  });

  it('refuses a function whose answer names its process, as JSON with exit code 1', async () => {
    const { code, output } = await check('served', '--json', '--contestants', 'single,threads');
    assert.equal(code, 1, output);
    assert.match(
      JSON.parse(/^\{$[\s\S]*^\}$/m.exec(output)?.[0] ?? '').refused,
      /^each process answers otherwise: by is \d+, then \d+/,
    );
  });

  it('refuses a function that throws some time after its answer, which ends a service', async () => {
    const { code, output } = await check('later', '--contestants', 'single');
    assert.equal(code, 1, output);
    assert.match(output, /its service ends/);
  });

  it('leaves the same out of a run, whose exit code says so if a flag named them', async () => {
    const flags = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--contestants'];
    const workload = ['--workload', `${file}#inThread`, '--args', '[1]', '--out', join(folder, 'run')];
    const { code, output } = await startBench('run', ...flags, 'single,threads', ...workload).ended;
    assert.equal(code, 2, output);
    assert.match(output, /^left out, although named: threads \(the report says why\)$/m);
    assert.match(output, /answers at full load/);
  });

  it('names the missing function', async () => {
    const { code, output } = await startBench('check').ended;
    assert.equal(code, 1, output);
    assert.match(output, /--workload: name your function with its input/);
  });
});
