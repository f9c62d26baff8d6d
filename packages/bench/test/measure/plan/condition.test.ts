import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { conditionKey, conditionOf, sameCondition } from '../../../src/measure/plan/condition.ts';

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const condition = fc.dictionary(name, fc.oneof(fc.integer(), name), { maxKeys: 4, noNullPrototype: true });

describe('the condition of a query', () => {
  it('has numbers for what reads as one, and text for the rest', () => {
    assert.deepEqual(conditionOf({ upTo: '200000', list: 'true', ratio: '0.5', note: '', blank: ' ' }), {
      upTo: 200_000,
      list: 'true',
      ratio: 0.5,
      note: '',
      blank: ' ',
    });
  });

  it('keeps what is no finite number as text', () => {
    assert.deepEqual(conditionOf({ a: 'Infinity', b: 'NaN', c: '1_000', d: '12px' }), {
      a: 'Infinity',
      b: 'NaN',
      c: '1_000',
      d: '12px',
    });
  });
});

describe('two conditions', () => {
  it('are the same whatever the order of their names', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        assert.equal(conditionKey(one), conditionKey(reversed));
        assert.ok(sameCondition(one, reversed));
      }),
    );
  });

  it('are not the same where a name or a value differs', () => {
    fc.assert(
      fc.property(condition, condition, (one, other) => {
        const ordered = (given: object) => JSON.stringify(Object.entries(given).toSorted());
        assert.equal(sameCondition(one, other), ordered(one) === ordered(other));
      }),
    );
    assert.ok(!sameCondition({ upTo: 10 }, { upTo: 10, list: 'true' }));
    assert.ok(!sameCondition({ upTo: 10 }, { upTo: 100 }));
  });
});
