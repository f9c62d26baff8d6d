import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complete } from '../src/complete.ts';
import type { WorkloadModule } from '../src/index.ts';
import { workloadProblems } from '../src/problems.ts';

const least: WorkloadModule = {
  name: 'mine',
  parse: ({ n }) => ({ n: Number(n) }),
  run: ({ n = 0 }) => ({ n }),
  scale: { parameter: 'n', from: 10, to: 1000 },
};

describe('a workload with missing fields', () => {
  it('is accepted with a scale, which gives its sizes', () => {
    assert.deepEqual(workloadProblems(least), []);
    const { headline, sizes } = complete(least);
    assert.deepEqual([headline, sizes], [{ n: '10' }, []]);
  });

  it('has its headline as its only size if it names no sizes', () => {
    const { scale: _none, ...module } = { ...least, headline: { n: '5' } };
    assert.deepEqual(complete(module).sizes, [{ label: 'headline', query: { n: '5' } }]);
  });

  it('has the middle one of its sizes as its headline', () => {
    const sizes = ['1', '2', '3'].map((n) => ({ label: n, query: { n } }));
    assert.deepEqual(complete({ ...least, sizes }).headline, { n: '2' });
  });

  it('is refused without a headline, sizes and a scale', () => {
    const { scale: _none, ...module } = least;
    assert.match(workloadProblems(module).join(), /headline: is missing, and so are sizes and a scale/);
    const empty = { ...least, scale: { parameter: 'n', from: 5, to: 5 } };
    assert.match(workloadProblems(empty).join(), /scale: must be \{ parameter, from, to \}/);
  });
});

describe('the oracle of a workload without `verify`', () => {
  it('accepts the first answer to an input as right, and refuses another', () => {
    const { verify } = complete(least);
    assert.ok(verify({ n: 1 }, { sum: 3 }));
    assert.ok(verify({ n: 1 }, { sum: 3 }));
    assert.ok(!verify({ n: 1 }, { sum: 4 }));
    assert.ok(verify({ n: 2 }, { sum: 4 }));
  });
});
