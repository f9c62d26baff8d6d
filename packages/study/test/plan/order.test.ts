import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blockOrders } from '../../src/plan/sitting.ts';

const subjects = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 7 });
const blocks = fc.integer({ min: 1, max: 12 });

describe('the orders of the blocks of a round', () => {
  it('contain every subject once', () => {
    fc.assert(
      fc.property(subjects, blocks, fc.string(), (names, count, seed) => {
        const orders = blockOrders(names, count, seed);
        assert.equal(orders.length, count);
        for (const order of orders) assert.deepEqual(order.toSorted(), names.toSorted());
      }),
    );
  });

  it('begin with every subject equally often, give or take one block', () => {
    fc.assert(
      fc.property(subjects, blocks, fc.string(), (names, count, seed) => {
        const first = Map.groupBy(blockOrders(names, count, seed), ([one]) => one);
        const counts = names.map((name) => first.get(name)?.length ?? 0);
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${names} began ${counts} of ${count}`);
      }),
    );
  });

  it('let no subject always follow the same one', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const orders = blockOrders(names, 4, 'seed');
    for (const name of names) {
      const before = new Set(orders.map((order) => order[order.indexOf(name) - 1]).filter(Boolean));
      assert.ok(before.size > 1, `${name} always follows ${[...before]}`);
    }
  });

  it('are the same for the same seed, and differ for another', () => {
    const ordersOf = (seed: string) => blockOrders(['a', 'b', 'c', 'd', 'e', 'f'], 3, seed);
    assert.deepEqual(ordersOf('one'), ordersOf('one'));
    assert.notDeepEqual(ordersOf('one'), ordersOf('other'));
  });

  it('are empty without contestants', () => assert.deepEqual(blockOrders([], 2, 'seed'), [[], []]));
});
