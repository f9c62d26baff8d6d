import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { divideCores } from '../../src/model/core-division.ts';

/** Cores with the numbers that Linux gives them: the second thread of each comes after the first threads of all. */
const machine = (physical: number, threads = 1): number[][] =>
  Array.from({ length: physical }, (_, core) =>
    Array.from({ length: threads }, (_, thread) => core + thread * physical),
  );
const machines = fc
  .record({ physical: fc.integer({ min: 1, max: 96 }), threads: fc.integer({ min: 1, max: 2 }) })
  .map(({ physical, threads }) => machine(physical, threads));
/** A machine, with a number of cores for the services that leaves some. */
const parts = machines
  .filter((siblings) => siblings.flat().length > 1)
  .chain((siblings) =>
    fc.record({
      siblings: fc.constant(siblings),
      wanted: fc.integer({ min: 1, max: siblings.flat().length - 1 }),
    }),
  );

describe('the cores of a machine', () => {
  it('give the services as many as were asked for, and the load generators others', () =>
    fc.assert(
      fc.property(parts, ({ siblings, wanted }) => {
        const { of, services, generators } = divideCores(siblings, wanted) ?? assert.fail('not divided');
        assert.equal(of, siblings.flat().length);
        assert.equal(services.length, wanted);
        assert.ok(generators.length > 0);
        const both = [...services, ...generators];
        assert.equal(new Set(both).size, both.length, 'no core is given twice');
        assert.ok(both.every((core) => siblings.flat().includes(core)));
      }),
    ));

  it('keep the two threads of one core together, unless that leaves the load generators none', () =>
    fc.assert(
      fc.property(parts, ({ siblings, wanted }) => {
        const { services, generators } = divideCores(siblings, wanted) ?? assert.fail('not divided');
        const shared = siblings.filter(
          (threads) =>
            threads.some((core) => services.includes(core)) &&
            threads.some((core) => generators.includes(core)),
        );
        const untouched = siblings.filter((threads) => !threads.some((core) => services.includes(core)));
        assert.equal(shared.length > 0, untouched.length === 0);
      }),
    ));

  it('are all the services’ as well as the load generators’, if the services were to have all', () =>
    fc.assert(
      fc.property(machines, (siblings) =>
        assert.equal(divideCores(siblings, siblings.flat().length), undefined),
      ),
    ));

  it('are shared up to eight, and from nine on one of six is the load generators’', () => {
    const counts = (siblings: number[][]) => {
      const { services, generators } = divideCores(siblings) ?? {};
      return [services?.length, generators?.length];
    };
    for (const cores of [1, 2, 4, 8])
      assert.deepEqual(counts(machine(cores)), [undefined, undefined], `${cores}`);
    assert.deepEqual(counts(machine(9)), [7, 2]);
    assert.deepEqual(counts(machine(16)), [13, 3]);
    assert.deepEqual(counts(machine(64)), [53, 11]);
    assert.deepEqual(counts(machine(6, 2)), [10, 2]);
    assert.deepEqual(counts(machine(8, 2)), [12, 4], 'two whole cores of two threads');
    assert.deepEqual(counts(machine(32, 2)), [52, 12]);
  });

  it('are named by their own numbers, also in a set that does not begin with 0', () => {
    assert.deepEqual(divideCores([[4, 12], [5, 13], [6]], 2), {
      of: 5,
      services: [4, 12],
      generators: [5, 13, 6],
    });
    assert.deepEqual(divideCores([[4, 12], [5, 13], [6]], 3), {
      of: 5,
      services: [4, 12, 5],
      generators: [6],
    });
  });
});
