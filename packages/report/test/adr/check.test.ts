import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis } from '@cpu-bound/study/model';
import { troubled } from '@cpu-bound/study/test/analysis';
import { made } from '@cpu-bound/study/test/decisions';
import { checkAdr } from '../../src/adr/check.ts';
import type { AdrRecord } from '../../src/adr/record.ts';
import { recordOf } from '../../src/adr/render.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const needs = { throughput: 2, cpu: 1 };
const decided = recordOf(run('cluster wins').decision, needs, run('cluster wins'), '2026-01-31');

const withThreshold = (atLeast: number): AdrRecord => ({
  ...decided,
  confirmation: {
    ...decided.confirmation,
    thresholds: decided.confirmation.thresholds.map((one) => ({ ...one, atLeast })),
  },
});

describe('a decision', () => {
  it('is supported by a run in which the same comes out', () => {
    const { supported, lines } = checkAdr(decided, run('cluster wins'));
    assert.equal(supported, 'yes', lines.join('\n'));
    assert.ok(lines.every((line) => line.startsWith('✔')));
  });

  it('is not by one in which another does', () => {
    const { supported, lines } = checkAdr(decided, run('queue wins'));
    assert.equal(supported, 'no');
    assert.ok(lines.some((line) => line.startsWith('✖ queue comes first now, and not cluster')));
  });

  it('is not where it gains less than its threshold asks for, though the same comes out', () => {
    assert.equal(checkAdr(withThreshold(1.05), run('cluster wins')).supported, 'yes');
    const { supported, lines } = checkAdr(withThreshold(5), run('cluster wins'));
    assert.equal(supported, 'no');
    assert.ok(lines.some((line) => line.startsWith('✔ cluster comes first again')));
  });

  it('is supported where a pair is open now, unless more than a difference was asked of it', () => {
    const analysis = run('cluster wins');
    const open = {
      ...decided,
      confirmation: {
        ...decided.confirmation,
        needs: { latency: 1, throughput: 2 },
        thresholds: [{ need: 'latency', better: 'cluster', than: 'single', atLeast: 1 }],
      },
    };
    const { supported, lines } = checkAdr(open, analysis);
    assert.equal(supported, 'yes', lines.join('\n'));
    assert.ok(lines.some((line) => /^· p50 at the low rate.*not shown this time$/.test(line)));
    const [threshold] = open.confirmation.thresholds;
    assert.ok(threshold);
    const thresholds = [{ ...threshold, atLeast: 1.01 }];
    const raised = { ...open, confirmation: { ...open.confirmation, thresholds } };
    assert.equal(checkAdr(raised, analysis).supported, 'cannot-tell');
  });

  it('cannot be told by a run in which all are level', () =>
    assert.equal(checkAdr(withThreshold(0.9), run('nobody is told apart')).supported, 'cannot-tell'));

  it('cannot be told by a run that did not measure what it rests on, whatever else came out', () => {
    const latencyToo = recordOf(
      run('cluster wins').decision,
      { throughput: 1, latency: 1 },
      run('cluster wins'),
      '2026-01-31',
    );
    const { supported, lines } = checkAdr(latencyToo, run('latency was not measured'));
    assert.equal(supported, 'cannot-tell');
    assert.match(lines.join('\n'), /p50 at the low rate: not measured by this run/);
  });

  it('cannot be told by a run of other work', () => {
    const { workload } = decided.confirmation;
    const other = { ...decided, confirmation: { ...decided.confirmation, input: { upTo: '5' } } };
    assert.equal(workload, 'primes');
    assert.equal(checkAdr(other, run('queue wins')).supported, 'cannot-tell');
  });

  it('is told by a run whose twins differ, too, with a warning before it', () => {
    const { supported, lines } = checkAdr(decided, troubled);
    assert.equal(supported, 'yes', lines.join('\n'));
    assert.ok(lines.some((line) => /^! warning: twins of one program differ/.test(line)));
    assert.ok(checkAdr(decided, run('cluster wins')).lines.every((line) => !line.startsWith('!')));
  });
});
