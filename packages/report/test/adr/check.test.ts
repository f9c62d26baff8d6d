import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { troubled } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import type { Analysis } from '@cpu-bound/study/model';
import { type AdrRecord, checkAdr } from '../../src/adr/record.ts';
import { recordOf } from '../../src/adr/render.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const decided = recordOf(run('cluster wins'), { throughput: 2, cpu: 1 });

const changed = (confirmation: Partial<AdrRecord['confirmation']>): AdrRecord => ({
  ...decided,
  confirmation: { ...decided.confirmation, ...confirmation },
});
const withThreshold = (atLeast: number): AdrRecord =>
  changed({ thresholds: decided.confirmation.thresholds.map((one) => ({ ...one, atLeast })) });

describe('a recorded decision', () => {
  it('is still supported by a run in which the same option comes first', () => {
    const { supported, sentence, warnings } = checkAdr(decided, run('cluster wins'));
    assert.equal(supported, 'yes');
    assert.match(
      sentence,
      /^still supported: cluster comes first again; most answers at full load: cluster again; (\d) of \1 thresholds are met\.$/,
    );
    assert.deepEqual(warnings, []);
  });

  it('is no longer supported by a run in which another option comes first', () => {
    const { supported, sentence } = checkAdr(decided, run('queue wins'));
    assert.equal(supported, 'no');
    assert.match(sentence, /^no longer supported: queue comes first now, and not cluster; .*\.$/);
  });

  it('is no longer supported if the option gains less than its threshold requires, even if it comes first', () => {
    assert.equal(checkAdr(withThreshold(1.05), run('cluster wins')).supported, 'yes');
    const { supported, sentence } = checkAdr(withThreshold(5), run('cluster wins'));
    assert.equal(supported, 'no');
    assert.match(
      sentence,
      /^no longer supported: answers at full load: cluster is better than single by \d\.\d\d× \[[^\]]+\], and the threshold is 5\.00×; /,
    );
    assert.doesNotMatch(sentence, /comes first/);
  });

  it('is supported if a pair is open now, unless its threshold requires more than a difference', () => {
    const needs = { latency: 1, throughput: 2 };
    const open = { need: 'latency', better: 'cluster', than: 'single', atLeast: 1 };
    const { supported, sentence } = checkAdr(changed({ needs, thresholds: [open] }), run('cluster wins'));
    assert.equal(supported, 'yes', sentence);
    assert.match(sentence, /; 0 of 1 threshold is met, 1 inconclusive\.$/);
    const raised = checkAdr(
      changed({ needs, thresholds: [{ ...open, atLeast: 1.01 }] }),
      run('cluster wins'),
    );
    assert.equal(raised.supported, 'not known');
    assert.match(raised.sentence, /^not known: median at 90\.9\/s: .*, which does not show 1\.01×\.$/);
  });

  it('is no longer supported if another leads a row that its option led, even if its option comes first by weights', () => {
    const needs = { throughput: 1, 'light-requests': 9 };
    const record = changed({ needs, thresholds: [], rows: { answers: ['cluster'] } });
    const { supported, sentence } = checkAdr(record, run('queue wins'));
    assert.equal(supported, 'no');
    assert.match(sentence, /most answers at full load: queue now, and not cluster/);
  });

  it('is not contradicted by a row that its option did not lead, and not known by one that is not judged', () => {
    const record = changed({ thresholds: [], rows: { answers: ['queue'] } });
    assert.equal(checkAdr(record, run('cluster wins')).supported, 'yes');
    const early = changed({ thresholds: [], rows: { answers: ['cluster'] } });
    const { supported, sentence } = checkAdr(early, run('the rounds are too few'));
    assert.equal(supported, 'not known');
    assert.match(sentence, /most answers at full load: not judged/);
  });

  it('cannot be checked by a run in which no difference was shown', () => {
    const { supported, sentence } = checkAdr(withThreshold(0.9), run('no difference is shown'));
    assert.equal(supported, 'not known');
    assert.match(sentence, /^not known: no difference was shown in any need that has a weight/);
  });

  it('is supported if its option is level with another, but not with all', () => {
    const four = run('four strategies answered every question');
    const taken = changed({
      ...{ needs: { throughput: 1 }, measured: ['throughput'] },
      ...{ thresholds: [], outcome: ['threads'] },
    });
    const { supported, sentence } = checkAdr(taken, four);
    assert.equal(supported, 'yes');
    assert.equal(sentence, 'still supported: threads comes first again, level with cluster.');
    const turned = checkAdr(changed({ ...taken.confirmation, outcome: ['queue'] }), four).sentence;
    assert.equal(turned, 'no longer supported: cluster and threads come first now, and not queue.');
  });

  it('is supported if the same options are level again', () => {
    const four = run('four strategies answered every question');
    const { supported, sentence } = checkAdr(recordOf(four, { throughput: 1 }), four);
    assert.equal(supported, 'yes');
    assert.match(
      sentence,
      /^still supported: cluster and threads come first again; most answers at full load: cluster and threads again; (\d) of \1 thresholds are met\.$/,
    );
  });

  it('cannot be checked if it was written of a run in which nothing was decided, not even by that run', () => {
    const few = run('the rounds are too few');
    const record = recordOf(few, { throughput: 1 });
    assert.deepEqual(record.confirmation.outcome, ['none']);
    assert.equal(checkAdr(record, few).supported, 'not known');
    // A record of an earlier version named all of them, because their scores were equal.
    const earlier = changed({ outcome: ['single', 'cluster', 'queue'], thresholds: [] });
    assert.equal(checkAdr(earlier, few).supported, 'not known');
  });

  it('cannot be checked by a run that did not measure its needs, whatever other needs show', () => {
    const latencyToo = recordOf(run('cluster wins'), { throughput: 1, latency: 1 });
    const { supported, sentence } = checkAdr(latencyToo, run('latency was not measured'));
    assert.equal(supported, 'not known');
    assert.equal(sentence, 'not known: the run did not measure median at a low rate.');
  });

  it('cannot be checked by a run of other work', () => {
    const { supported, sentence } = checkAdr(changed({ input: { upTo: '5' } }), run('queue wins'));
    assert.equal(supported, 'not known');
    assert.equal(
      sentence,
      'not known: the run measured other work (primes upTo=200000) than the record (primes upTo=5).',
    );
  });

  it('cannot be checked if the record chose nothing', () => {
    const nothing = recordOf(run('latency was not measured'), { latency: 1 });
    const { supported, sentence } = checkAdr(nothing, run('cluster wins'));
    assert.deepEqual([supported, sentence], ['not known', 'not known: the record chose no option.']);
  });

  it('is checked even by a run whose twins differ, with a warning', () => {
    const { supported, warnings } = checkAdr(decided, troubled);
    assert.equal(supported, 'yes');
    assert.ok(warnings.some((line) => /^twins of one program differ/.test(line)));
  });
});
