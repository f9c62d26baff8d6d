import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { builtInWorkloads, loadWorkload, primes } from '../src/index.ts';
import { absoluteSpecifier, fileOf, kernelIn } from '../src/own/specifier.ts';
import { workloadProblems } from '../src/problems.ts';

const SEGMENT = 2 * 32_768;
/** Bounds are small, or lie around the ends of the sieve's segments. */
const bound = fc.oneof(
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 0, max: 3 }).chain((ends) => {
    const end = ends * SEGMENT + 3;
    return fc.integer({ min: Math.max(1, end - 40), max: end + 40 });
  }),
);
const names = Object.keys(primes.kernels ?? {});

describe('the kernels of primes', () => {
  it('are one in WebAssembly, and one with a better algorithm', () =>
    assert.deepEqual(names, ['wasm', 'sieve']));

  for (const name of names)
    it(`${name} answers what trial division in JavaScript does, byte by byte, and the oracle accepts it`, () =>
      fc.assert(
        fc.asyncProperty(bound, fc.boolean(), async (upTo, list) => {
          const input = primes.parse({ upTo: `${upTo}`, list: `${list}` });
          const output = await primes.kernels?.[name]?.(input);
          assert.equal(JSON.stringify(output), JSON.stringify(await primes.run(input)));
          assert.ok(output && primes.verify(input, output));
        }),
      ));

  for (const name of names)
    it(`${name} keeps nothing from one call to the next`, () =>
      fc.assert(
        fc.asyncProperty(fc.array(bound, { minLength: 2, maxLength: 5 }), async (bounds) => {
          for (const upTo of bounds) {
            const output = await primes.kernels?.[name]?.({ upTo, list: false });
            assert.ok(output && primes.verify({ upTo, list: false }, output));
          }
        }),
        { numRuns: 20 },
      ));

  it('sieve finds all 664,579 primes below ten million', async () =>
    assert.deepEqual(await primes.kernels?.sieve?.({ upTo: 10_000_000, list: false }), {
      upTo: 10_000_000,
      count: 664_579,
      largest: 9_999_991,
    }));
});

describe('a workload that is loaded by one of its kernels', () => {
  it('has the same route, queries and oracle, and computes by the kernel', async () => {
    const loaded = await loadWorkload('primes:sieve');
    assert.equal(loaded.run, primes.kernels?.sieve);
    const fields = [loaded.name, loaded.headline, loaded.verify];
    assert.deepEqual(fields, [primes.name, primes.headline, primes.verify]);
  });

  it('is refused with the names of its kernels if it has none of this name', async () => {
    await assert.rejects(loadWorkload('primes:fast'), {
      message: 'workload primes:fast: it has no such kernel; accepted: primes, primes:wasm, primes:sieve',
    });
    await assert.rejects(loadWorkload('records:sieve'), { message: /accepted: records$/ });
  });

  it('may be the user’s own', async () => {
    const loaded = await loadWorkload('./fixtures/kernels.ts:halves', import.meta.dirname);
    assert.deepEqual(loaded.run({ n: 10 }), { sum: 55 });
    await assert.rejects(loadWorkload('./fixtures/kernels.ts:thirds', import.meta.dirname), {
      message: /sums:thirds: it has no such kernel; accepted: sums, sums:halves$/,
    });
  });

  it('breaks the contract if a kernel is no function, or is not named like a variant', () => {
    const [workload] = builtInWorkloads;
    for (const kernels of [{ fast: 'text' }, { 'Too Fast': () => ({}) }, [], 5])
      assert.match(
        workloadProblems({ ...workload, kernels }).join(),
        /^kernels: must be an object of functions/,
      );
    assert.deepEqual(workloadProblems({ ...workload, kernels: { fast: () => ({}) } }), []);
  });
});

describe('the specifier of a kernel', () => {
  it('ends with its name, whatever the workload', () => {
    assert.deepEqual(kernelIn('primes:sieve'), { workload: 'primes', kernel: 'sieve' });
    assert.deepEqual(kernelIn('./a/mine.ts:fast'), { workload: './a/mine.ts', kernel: 'fast' });
  });

  for (const other of ['primes', './mine.ts', 'C:/mine', './a:b.ts', './f.ts#render?body=a:b'])
    it(`is not ${other}`, () => assert.equal(kernelIn(other), undefined));

  it('is absolute from any folder, and names its file', () => {
    assert.equal(absoluteSpecifier('./mine.ts:fast', '/a'), '/a/mine.ts:fast');
    assert.equal(fileOf('/a/mine.ts:fast'), '/a/mine.ts');
  });
});
