import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { before, describe, it } from 'node:test';
import { readRun } from '@cpu-bound/study/results/store';
import { ask, type EndedRun, endOf, fixtures, startHere, tooBusy } from '../e2e/bench.ts';
import { temporaryFolder } from '../temporary.ts';

const root = join(import.meta.dirname, '../../../..');
const contestants = join(import.meta.dirname, '../fixtures/contestants');

describe('bench run --against a checkout that blocks its thread for a tenth of the time', () => {
  const base = temporaryFolder('bench-against-');
  let folder: string;
  let ended: EndedRun;
  before(async () => {
    folder = join(base, 'run');
    const theirs = join(base, 'main', relative(root, contestants));
    await cp(join(contestants, 'steady'), join(theirs, 'steady'), { recursive: true });
    await cp(join(contestants, 'serve.ts'), join(theirs, 'serve.ts'));
    await writeFile(
      join(theirs, 'steady/main.ts'),
      "import { serve } from '../serve.ts';\n\nserve({ blockMs: 0.4 });\n",
    );
    const asked = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--seed', '1'];
    const other = ['--against', join(base, 'main')];
    const bench = startHere('run', ...asked, ...fixtures('steady'), ...other, '--out', folder);
    ended = await endOf(bench, folder);
  });

  it('finds this checkout slower, and has no answer after one round: exit code 4', () => {
    const { analysis } = ended;
    assert.equal(ended.code, tooBusy(ended) ? 2 : 4, ended.output);
    assert.match(ended.output, /^This checkout against main: no answer /m);
    const metrics = analysis.scenarios.capacity?.metrics ?? assert.fail();
    const [here, other] = ['steady', 'steady@main'].map(
      (id) =>
        metrics.find(({ contestant, metric }) => contestant === id && metric === 'throughput')?.estimate,
    );
    // A busy machine may make a window void twice.
    const isSlower =
      here === undefined || other === undefined ? analysis.validity.void.length > 0 : here < other;
    assert.ok(isSlower, `${here} and ${other} answers/s`);
  });

  it('leaves no process', () => assert.deepEqual(ended.left, []));

  it('measures both checkouts side by side in each round, with one workload', async () => {
    const { manifest } = await readRun(folder);
    for (const { subjects } of manifest.plan)
      assert.deepEqual(
        subjects.map(({ name }) => name),
        ['steady', 'steady@main', 'steady-twin'],
      );
    assert.match(manifest.workload.specifier, /^\.\/packages\/workload\/src\/primes\/workload\.ts$/);
  });

  it('names what both checkouts used, and what the other checkout has of its own', () => {
    const page = ended.report;
    assert.match(page, /Both ran with parts of this checkout: Node\.js .* \(main has none of its own\)/);
    assert.match(page, /the workload primes \(main has another\)/);
    assert.match(page, /^npx -y pnpm@12 bench run .*--against /m);
  });

  it('makes no study: nothing can be added, and it is not published', async () => {
    const more = await ask('more', folder);
    assert.equal(more.code, 1, more.output);
    assert.match(more.output, /compares two checkouts and is no study/);
    const published = await ask('report', folder, '--publish');
    assert.equal(published.code, 1, published.output);
    assert.match(published.output, /^--publish: .* compares two checkouts/);
  });

  it('is rendered again to the same bytes', async () => {
    const out = join(base, 'again.md');
    const again = await ask('report', folder, '--out', out);
    assert.equal(again.code, 0, again.output);
    assert.equal(await readFile(out, 'utf8'), ended.report);
  });
});
