import assert from 'node:assert/strict';
import { it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis } from '@cpu-bound/study/model';
import { changesBetween } from '../../src/compare/changes.ts';
import { comparisonLines } from '../../src/compare/terminal.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);

it('a comparison has a block for each figure at a terminal, and no line beyond 80 columns', () => {
  const [earlier, later] = [run('cluster wins'), run('queue wins')];
  const changes = changesBetween(earlier, later, 0.05);
  const differences = [`code: ${'the sources or the lockfile have changed, '.repeat(4)}`];
  const lines = comparisonLines(
    { earlier, later, changes, threshold: 0.05, differences, doubts: [] },
    80,
    (_verdict, word) => word,
  );
  for (const line of lines) assert.ok(line.length <= 80, line);
  const place = lines.indexOf('throughput, ÷ single');
  assert.deepEqual(lines.slice(place - 1, place + 3), [
    '',
    'throughput, ÷ single',
    '  cluster  2.39× → 1.00×  0.42× [0.41, 0.42]  ▼ regression',
    '  queue    1.00× → 2.40×  2.39× [2.37, 2.41]  ▲ better',
  ]);
});
