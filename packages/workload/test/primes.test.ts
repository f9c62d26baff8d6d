import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { InvalidParameter, primes } from '../src/index.ts';

const right = { upTo: 10, count: 4, largest: 7 };
const listed = { ...right, primes: [2, 3, 5, 7] };
const counting = primes.parse({ upTo: '10' });
const listing = primes.parse({ upTo: '10', list: 'true' });

describe('verify', () => {
  const wrong = {
    'a count one too low': { ...right, count: 3 },
    'a count that is text': { ...right, count: '4' as unknown as number },
    'a list that nobody asked for': listed,
    'an answer without its fields': {} as typeof right,
  };
  for (const [what, output] of Object.entries(wrong)) {
    it(`refuses ${what}`, () => assert.equal(primes.verify(counting, output), false));
  }

  const wrongLists = {
    'a missing list': right,
    'an empty list': { ...listed, primes: [] },
    'a list without its last member': { ...listed, primes: [2, 3, 5] },
    'a list with one too many': { ...listed, primes: [2, 3, 5, 7, 11] },
    'a list in another order': { ...listed, primes: [2, 5, 3, 7] },
    'a list with a member twice': { ...listed, primes: [2, 3, 3, 7] },
  };
  for (const [what, output] of Object.entries(wrongLists)) {
    it(`refuses ${what} if the list was requested`, () =>
      assert.equal(primes.verify(listing, output), false));
  }
  it('accepts the list if it was requested', () => assert.ok(primes.verify(listing, listed)));
});

describe('parse', () => {
  const text = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
  const query = fc.oneof(
    fc.record({ upTo: text, list: fc.oneof(fc.constantFrom('true', 'false'), text) }, { requiredKeys: [] }),
    fc.dictionary(fc.oneof(fc.constantFrom('upTo', 'list'), fc.string()), text),
  );

  it('gives an integer in range or throws InvalidParameter, for any query', () => {
    fc.assert(
      fc.property(query, (values) => {
        try {
          const { upTo, list } = primes.parse(values);
          assert.ok(Number.isInteger(upTo) && upTo >= 1 && upTo <= 10_000_000);
          assert.equal(typeof list, 'boolean');
        } catch (error) {
          assert.ok(error instanceof InvalidParameter, String(error));
          assert.ok(error.accepted !== '' && error.message.startsWith(`${error.parameter} `));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('accepts every integer in range, as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.boolean(), (upTo, list) => {
        assert.deepEqual(primes.parse({ upTo: `${upTo}`, list: `${list}` }), { upTo, list });
        assert.deepEqual(primes.parse({ upTo: `${upTo}` }), { upTo, list: false });
      }),
    );
  });

  const refused: [Record<string, string>, string, string][] = [
    [{}, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: '' }, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: ' 10' }, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: '10\n' }, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: '0x10' }, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: '1.5' }, 'upTo', 'an integer from 1 to 10000000'],
    [{ upTo: '10', list: 'TRUE' }, 'list', 'true or false'],
    [{ upTo: '10', limit: '5' }, 'limit', 'upTo, list'],
  ];
  for (const [query, parameter, accepted] of refused) {
    it(`refuses ${JSON.stringify(query)}, naming ${parameter} and what it accepts`, () =>
      assert.throws(() => primes.parse(query), { name: 'InvalidParameter', parameter, accepted }));
  }
});

it('the sizes of primes go from small to large', async () => {
  const bounds = primes.sizes.map(({ query }) => primes.parse(query).upTo);
  assert.deepEqual(
    bounds,
    bounds.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(primes.sizes.map(({ label }) => label)).size, bounds.length);
});

it('the description of primes matches its input and its output', async () => {
  assert.deepEqual(Object.keys(primes.describe?.parameters ?? {}), ['upTo', 'list']);
  const fields = Object.keys(Object(primes.describe?.output?.properties));
  assert.deepEqual(Object.keys(await primes.run(listing)).toSorted(), fields.toSorted());
});
