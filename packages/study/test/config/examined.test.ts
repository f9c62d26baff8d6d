import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asExamined } from '../../src/config/examined.ts';
import { config } from '../fixtures/config.ts';

describe('sizes that were found', () => {
  const sizes = ['7', '30', '90'].map((upTo) => ({ label: upTo, query: { upTo } }));

  it('are the workload’s, and the middle one is its headline', () => {
    const { headline, workload } = asExamined(config(), { sizes });
    assert.deepEqual([headline, workload.sizes], [{ upTo: '30' }, sizes]);
  });

  it('leave a headline that a flag names, and a workload that names its own', () => {
    const given = config({ headline: { upTo: '5' }, headlineNamed: true });
    assert.deepEqual(asExamined(given, { sizes }).headline, { upTo: '5' });
    assert.equal(asExamined(given, {}).workload, given.workload);
  });
});
