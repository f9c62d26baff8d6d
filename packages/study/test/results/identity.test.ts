import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manifest } from '../../src/model/run.ts';
import { differencesBetween } from '../../src/results/study.ts';
import { manifest as manifestWith } from '../fixtures/run.ts';

const begun = manifestWith();
const differs = (changes: Partial<Manifest>) => differencesBetween(begun, { ...begun, ...changes });
const [first, ...others] = begun.contestants;

describe('two runs belong to one study', () => {
  it('if they differ only in their time, their order and their questions', () => {
    const other = { id: 'other', seed: '7', startedAt: '2027', scenarios: ['jobs'], flags: {}, plan: [] };
    assert.deepEqual(differs(other), []);
  });

  const machine = (changes: Partial<Manifest['environment']>) => ({
    environment: { ...begun.environment, ...changes },
  });
  const workload = (changes: Partial<Manifest['workload']>) => ({
    workload: { ...begun.workload, ...changes },
  });
  const main = { name: 'main', commit: 'a', sources: 'b', isSame: false, taken: [], notThere: [] };
  const newer = { contestants: [{ ...(first ?? assert.fail()), version: '2.0.0' }, ...others] };
  const cases: readonly [string, Partial<Manifest>, RegExp][] = [
    ['the machine', machine({ cores: 64 }), /^machine: cores was 2, is 64$/],
    [
      'the cores of the load generators',
      machine({ part: { of: 16, generators: 14 } }),
      /^machine: cores of the load generators was those of the services, is 14$/,
    ],
    ['Node.js', machine({ node: '27' }), /^machine: node was 26\.10\.0, is 27$/],
    ['what runs beside', machine({ provisions: { nginx: '1.29' } }), /^machine: nginx was none, is 1\.29$/],
    ['a variable', { variables: { UV_THREADPOOL_SIZE: '9' } }, /^environment: UV_.*_SIZE was not set, is 9$/],
    ['the workload', workload({ specifier: './mine.ts' }), /^workload was primes, is \.\/mine\.ts$/],
    ['its files', workload({ sources: 'b' }), /^workload: the files or the samples of primes have changed$/],
    ['the input', workload({ headline: { upTo: '7' } }), /^input was upTo=200000, is upTo=7$/],
    ['the sizes', workload({ sizes: [{ label: 'a', query: { upTo: '7' } }] }), /^sizes was .*, is upTo=7$/],
    ['a version', newer, /^contestants was single 0\.1\.0, .*, is single 2\.0\.0, cluster 0\.1\.0/],
    ['the baseline', { baseline: 'cluster' }, /^baseline was single, is cluster$/],
    ['the workers', { workers: 8 }, /^workers was 2, is 8$/],
    ['the other checkout', { against: main }, /^against: the code of the other checkout has changed$/],
    ['the measuring code', { sources: 'b' }, /^code: the sources or the lockfile have changed$/],
  ];
  for (const [what, changes, says] of cases)
    it(`but not if ${what} differs, which is reported`, () => {
      const [said = '', ...more] = differs(changes);
      assert.match(said, says);
      assert.deepEqual(more, []);
    });

  it('if one has variants that the other did not measure, but not if their versions differ', () => {
    const variant = { ...(first ?? assert.fail()), id: 'cluster:os', variantOf: 'cluster' };
    assert.deepEqual(differs({ variants: [variant] }), []);
    const with1 = { ...begun, variants: [variant] };
    assert.deepEqual(differencesBetween(with1, { ...begun, variants: [{ ...variant, version: '9' }] }), [
      'cluster:os was 0.1.0, is 9',
    ]);
  });
});
