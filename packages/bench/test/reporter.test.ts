import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { spawnSync } from '@cpu-bound/workload/test/child-process';

const FILES = {
  'mixed.test.mjs': `
    import { describe, it } from 'node:test';
    describe('a suite', () => {
      it('that passes', () => {});
      it('that fails', () => { throw new Error('the reason'); });
      it('that is left out', (t) => t.skip('no browser'));
    });`,
  'computes.test.mjs': `
    import { spawnSync } from 'node:child_process';
    import { it } from 'node:test';
    it('starts a process that computes', () => {
      spawnSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 500_000) for (let i = 0; i < 1e7; i++);']);
    });`,
  'passes.test.mjs': `import { it } from 'node:test'; it('is not listed', () => {});`,
};

function report(...flags: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'reporter-'));
  const files = Object.entries(FILES).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const reporter = `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`;
  return spawnSync(process.execPath, ['--test', reporter, ...flags, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
}

const storing = `--import=${join(import.meta.dirname, 'store-cpu.ts')}`;

let apart: ReturnType<typeof report>;
before(() => {
  apart = report(storing);
});

it('reports failures, skipped tests and finished files, and no test that passed', () => {
  const { stdout, status } = apart;
  assert.equal(status, 1, stdout);
  assert.match(stdout, /✖ that fails/);
  assert.match(stdout, /the reason/);
  assert.match(stdout, /﹣ that is left out .*# no browser/);
  assert.match(stdout, /\nNot run here: 1 \(no browser\)\n$/);
  assert.match(stdout, /ℹ passes\.test\.mjs: 1 of 1 passed/);
  assert.match(stdout, /mixed\.test\.mjs: 1 of 3 passed/);
  assert.doesNotMatch(stdout, /that passes|is not listed/);
});

for (const [isolation, reported] of [
  ['with a process for each file', () => apart],
  ['with one process for all files', () => report('--test-isolation=none')],
] as const)
  it(`names the files by their CPU time and that of the processes that they started, ${isolation}`, () => {
    const { stdout } = reported();
    const [, seconds] =
      /CPU time: \d+ s in 3 files\. Most expensive:\n {2}(\d+\.\d) s {2}computes\.test\.mjs\n/.exec(stdout) ??
      [];
    assert.ok(Number(seconds) >= 0.5, stdout);
  });
