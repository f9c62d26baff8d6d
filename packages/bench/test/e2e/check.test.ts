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
exports.sum = (n) => ({ sum: n + 1 });
exports.served = (n) => ({ n, by: process.pid });
exports.inThread = (n) => ({ n, by: threadId });
`,
);
const check = (name: string, ...more: string[]) =>
  startBench('check', '--workload', `${file}#${name}`, '--args', '[1]', ...more).ended;
const TWO = ['--contestants', 'single,threads'];

describe('bench check starts the strategies, and', () => {
  it('says that all run a function', async () => {
    const { code, output } = await check('sum');
    assert.equal(code, 0, output);
    for (const id of ['single', 'cluster', 'threads', 'queue'])
      assert.match(output, new RegExp(`^${id} +runs$`, 'm'));
  });

  it('refuses a function whose answer names its process, as JSON with exit code 1', async () => {
    const { code, output } = await check('served', '--json', ...TWO);
    assert.equal(code, 1, output);
    assert.match(
      JSON.parse(/^\{$[\s\S]*^\}$/m.exec(output)?.[0] ?? '').refused,
      /^each process answers otherwise: by is \d+, then \d+/,
    );
  });

  it('leaves out the strategy in which the answer is another, with exit code 2 if it was named', async () => {
    const { code, output } = await check('inThread', ...TWO);
    assert.equal(code, 2, output);
    assert.match(output, /^single +runs$/m);
    assert.match(output, /^threads +left out: another answer$/m);
  });

  it('names the missing function', async () => {
    const { code, output } = await startBench('check').ended;
    assert.equal(code, 1, output);
    assert.match(output, /--workload: name your function with its input/);
  });
});
