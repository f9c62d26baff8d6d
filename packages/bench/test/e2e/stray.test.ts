import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runBench } from './bench.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stray-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
after(() => rm(folder, { recursive: true }));

/** Measures a function whose module also runs this code when it is loaded. */
async function run(strayCode: string) {
  const file = join(folder, 'mine.ts');
  const text = `import { isMainThread } from 'node:worker_threads';
export const half = (n: number) => ({ half: n / 2 });
${strayCode}`;
  await writeFile(file, text);
  const out = join(folder, 'results');
  return runBench(
    'run',
    '--profile',
    'smoke',
    '--contestants',
    'single',
    '--workload',
    `${file}#half`,
    '--args',
    '[4]',
    '--out',
    out,
  );
}

describe('a workload whose module does more than export', () => {
  it('is refused in a sentence if a promise of it is rejected while it loads', async () => {
    const { code, output } = await run("Promise.reject(new Error('nobody waits'));");
    assert.equal(code, 1, output);
    assert.match(output, /--workload: workload .*mine\.ts: nobody waits, at .*mine\.ts:3:\d+/);
    assert.doesNotMatch(output, /node:internal|^\s+at /m);
  });

  it('ends the bench with a sentence if it calls process.exit later', async () => {
    const { code, output } = await run('if (isMainThread) setTimeout(() => process.exit(7), 1);');
    assert.equal(code, 1, output);
    assert.match(
      output,
      /the bench ends, because stray code called process\.exit\(7\)\. If that is code of your/,
    );
  });

  it('ends the bench with a sentence if a promise of it is rejected later', async () => {
    const late = "if (isMainThread) setTimeout(() => Promise.reject(new Error('too late')), 1);";
    const { code, output } = await run(late);
    assert.equal(code, 1, output);
    assert.match(output, /because a promise that nobody awaits failed: too late, at .*mine\.ts:3:\d+\./);
    assert.doesNotMatch(output, /node:internal|^\s+at /m);
  });
});
