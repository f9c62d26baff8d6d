import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Condition, conditionKey, sameCondition, sameInput } from '../../src/model/plan.ts';

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const input = fc.dictionary(name, fc.string({ maxLength: 6 }), { maxKeys: 4, noNullPrototype: true });
const setting = fc.record(
  {
    connections: fc.nat(100),
    load: fc.constantFrom(0.5, 0.8),
    of: fc.constantFrom('slowest' as const, 'own' as const),
    workers: fc.nat(8),
    part: fc.constantFrom('small', 'large'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const condition: fc.Arbitrary<Condition> = fc.record({ input, setting }, { noNullPrototype: true });

const reversed = <T extends object>(given: T): T => Object.fromEntries(Object.entries(given).reverse()) as T;
const ordered = (given: object) => JSON.stringify(Object.entries(given).toSorted());

describe('two conditions', () => {
  it('are the same for any order of their names', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const other = { input: reversed(one.input), setting: reversed(one.setting) };
        assert.equal(conditionKey(one), conditionKey(other));
        assert.ok(sameCondition(one, other));
        assert.ok(sameInput(one.input, other.input));
      }),
    );
  });

  it('are the same if one sets a value to undefined and the other omits it', () => {
    const none = { connections: undefined } as unknown as Condition['setting'];
    assert.ok(sameCondition({ input: {}, setting: {} }, { input: {}, setting: none }));
  });

  it('differ if a name or a value differs, in the input or in the setting', () => {
    fc.assert(
      fc.property(condition, condition, (one, other) => {
        const same =
          ordered(one.input) === ordered(other.input) && ordered(one.setting) === ordered(other.setting);
        assert.equal(sameCondition(one, other), same);
      }),
    );
    assert.ok(!sameInput({ upTo: '10' }, { upTo: '10', list: 'true' }));
    assert.ok(!sameInput({ upTo: '10' }, { upTo: '100' }));
  });

  it('differ if a parameter of the workload has the name of a setting', () => {
    for (const shared of ['connections', 'load', 'workers'] as const) {
      const ofInput: Condition = { input: { [shared]: '5' }, setting: {} };
      const ofSetting: Condition = { input: {}, setting: { [shared]: 5 } };
      assert.ok(!sameCondition(ofInput, ofSetting), shared);
    }
  });

  it('differ by their values, which may have any characters', () => {
    const one: Condition = { input: { a: '1","b":"2' }, setting: {} };
    const other: Condition = { input: { a: '1', b: '2' }, setting: {} };
    assert.ok(!sameCondition(one, other));
  });
});
