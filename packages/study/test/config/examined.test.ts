import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asExamined } from '../../src/config/settings.ts';
import { config } from '../fixtures/config.ts';

describe('sizes found on this machine', () => {
  const sizes = ['7', '30', '90'].map((upTo) => ({ label: upTo, query: { upTo } }));

  it('become the workload’s sizes, and the middle one its headline', () => {
    const { headline, workload } = asExamined(config(), { sizes });
    assert.deepEqual([headline, workload.sizes], [{ upTo: '30' }, sizes]);
  });

  it('replace neither a headline that a flag names nor the sizes of a workload', () => {
    const given = config({ headline: { upTo: '5' }, headlineNamed: true });
    assert.deepEqual(asExamined(given, { sizes }).headline, { upTo: '5' });
    assert.equal(asExamined(given, {}).workload, given.workload);
  });
});
