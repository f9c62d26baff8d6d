import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { troubled } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis } from '@cpu-bound/study/model';
import { checkAdr } from '../../src/adr/check.ts';
import type { AdrRecord } from '../../src/adr/record.ts';
import { recordOf } from '../../src/adr/render.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const decided = recordOf(run('cluster wins'), { throughput: 2, cpu: 1 });

const changed = (confirmation: Partial<AdrRecord['confirmation']>): AdrRecord => ({
  ...decided,
  confirmation: { ...decided.confirmation, ...confirmation },
});
const withThreshold = (atLeast: number): AdrRecord =>
  changed({ thresholds: decided.confirmation.thresholds.map((one) => ({ ...one, atLeast })) });

describe('a decision', () => {
  it('is still supported by a run in which the same comes first', () => {
    const { supported, sentence, warnings } = checkAdr(decided, run('cluster wins'));
    assert.equal(supported, 'yes');
    assert.match(sentence, /^still supported: cluster comes first again; (\d) of \1 thresholds are met\.$/);
    assert.deepEqual(warnings, []);
  });

  it('is no longer supported by one in which another comes first', () => {
    const { supported, sentence } = checkAdr(decided, run('queue wins'));
    assert.equal(supported, 'no');
    assert.match(sentence, /^no longer supported: queue comes first now, and not cluster; .*\.$/);
  });

  it('is no longer supported where it gains less than its threshold asks for, though it comes first', () => {
    assert.equal(checkAdr(withThreshold(1.05), run('cluster wins')).supported, 'yes');
    const { supported, sentence } = checkAdr(withThreshold(5), run('cluster wins'));
    assert.equal(supported, 'no');
    assert.match(
      sentence,
      /^no longer supported: throughput: cluster is better than single by \d\.\d\d× \[[^\]]+\], and the threshold is 5\.00×; /,
    );
    assert.doesNotMatch(sentence, /comes first/);
  });

  it('is supported where a pair is open now, unless more than a difference was asked of it', () => {
    const needs = { latency: 1, throughput: 2 };
    const open = { need: 'latency', better: 'cluster', than: 'single', atLeast: 1 };
    const { supported, sentence } = checkAdr(changed({ needs, thresholds: [open] }), run('cluster wins'));
    assert.equal(supported, 'yes', sentence);
    assert.match(sentence, /; 0 of 1 threshold is met, 1 inconclusive\.$/);
    const raised = checkAdr(
      changed({ needs, thresholds: [{ ...open, atLeast: 1.01 }] }),
      run('cluster wins'),
    );
    assert.equal(raised.supported, 'cannot-tell');
    assert.match(raised.sentence, /^not known: p50 at the low rate: .*, which does not show 1\.01×\.$/);
  });

  it('is not known by a run in which all are level', () => {
    const { supported, sentence } = checkAdr(withThreshold(0.9), run('nobody is told apart'));
    assert.equal(supported, 'cannot-tell');
    assert.match(sentence, /^not known: .*cluster comes first again, level with single and queue/);
  });

  it('is supported where what it chose is level with another, and not with all', () => {
    const four = run('four were asked every question');
    const taken = changed({ needs: { memory: 1 }, measured: ['memory'], thresholds: [], outcome: ['queue'] });
    const { supported, sentence } = checkAdr(taken, four);
    assert.equal(supported, 'yes');
    assert.equal(sentence, 'still supported: queue comes first again, level with single.');
    assert.equal(
      checkAdr(changed({ ...taken.confirmation, outcome: ['threads'] }), four).sentence,
      'no longer supported: single and queue come first now, and not threads.',
    );
  });

  it('is supported where the same are level again', () => {
    const level = recordOf(run('nobody is told apart'), { throughput: 1 });
    const { supported, sentence } = checkAdr(level, run('nobody is told apart'));
    assert.equal(supported, 'yes');
    assert.match(sentence, /^still supported: single, cluster and queue come first again\.$/);
  });

  it('is not known by a run that did not measure what it rests on, whatever else came out', () => {
    const latencyToo = recordOf(run('cluster wins'), { throughput: 1, latency: 1 });
    const { supported, sentence } = checkAdr(latencyToo, run('latency was not measured'));
    assert.equal(supported, 'cannot-tell');
    assert.equal(sentence, 'not known: the run did not measure p50 at the low rate.');
  });

  it('is not known by a run of other work', () => {
    const { supported, sentence } = checkAdr(changed({ input: { upTo: '5' } }), run('queue wins'));
    assert.equal(supported, 'cannot-tell');
    assert.equal(
      sentence,
      'not known: the run measured other work (primes upTo=200000) than the record (primes upTo=5).',
    );
  });

  it('is not known where there was none', () => {
    const nothing = recordOf(run('latency was not measured'), { latency: 1 });
    const { supported, sentence } = checkAdr(nothing, run('cluster wins'));
    assert.deepEqual([supported, sentence], ['cannot-tell', 'not known: the record chose no option.']);
  });

  it('is checked by a run whose twins differ, too, with a warning', () => {
    const { supported, warnings } = checkAdr(decided, troubled);
    assert.equal(supported, 'yes');
    assert.ok(warnings.some((line) => /^twins of one program differ/.test(line)));
  });
});
