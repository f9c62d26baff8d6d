import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crosscheckPage } from '../../src/crosscheck/contestant.ts';
import { OURS } from '../../src/crosscheck/tools.ts';

const readings = (perSecond: number) =>
  Array.from({ length: 9 }, (_, round) => ({ perSecond: perSecond + round / 10, p50: 20, p99: 30 }));
const load = {
  contestant: 'worker threads (piscina)',
  name: 'closed loop of 50 connections',
  seconds: 4,
  byTool: new Map([
    [OURS, readings(200)],
    ['oha', readings(100)],
  ]),
  failed: ['k6: unknown executor'],
};

describe('the page of a crosscheck', () => {
  const page = crosscheckPage('`primes`, on a CPU.', [load]);

  it('shows each tool’s figures of a load, and their ratio to ours', () => {
    assert.match(page, /^## worker threads \(piscina\): closed loop of 50 connections$/m);
    assert.match(page, /^\| ours +\| +200 \| +\| +20\.0 \| +\| +30\.0 \| +\|$/m);
    assert.match(page, /^\| oha +\| +100 \| 0\.50× \[.+\] \| +20\.0 \| 1\.00× \[.+\] \| +30\.0 \| 1\.00× /m);
  });

  it('names a tool that failed, with the reason', () =>
    assert.match(page, /^Failed: k6: unknown executor\.$/m));
});
