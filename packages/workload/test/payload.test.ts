import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type DataObject, inputOf, isInvalidParameter, loadWorkload, type Query } from '../src/index.ts';

describe('the built-in workload payload', async () => {
  const payload = await loadWorkload('payload');
  const sizes = fc.integer({ min: 0, max: 5_000 });
  const queries = fc
    .tuple(sizes, sizes, fc.constantFrom('octets', 'json'))
    .map(([into, out, as]) => ({ in: String(into), out: String(out), as }));

  it('accepts its own answers, of any sizes', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const input = inputOf(payload, query);
        assert.ok(payload.verify(input, await payload.run(input)));
      }),
    );
  });

  it('refuses an answer with a changed octet, to a changed body, or without fields', async () => {
    const query = { in: '3000', out: '2000', as: 'octets' };
    const input = inputOf(payload, query);
    const output = (await payload.run(input)) as DataObject;
    const octets = Uint8Array.from(output.octets as Uint8Array);
    octets[1_000] = 0;
    assert.ok(!payload.verify(input, { ...output, octets }));
    const body = Uint8Array.from(input.body as Uint8Array);
    body[0] = 0;
    assert.ok(!payload.verify(input, await payload.run({ ...input, body })));
    assert.ok(!payload.verify(input, {}));
  });

  it('refuses a wrong size, an unknown form, and a missing body', () => {
    const wrong: Query[] = [
      { in: '-1', out: '0' },
      { in: '0', out: 'x' },
      { in: '0', out: '0', as: 'xml' },
      { in: '5', out: '0' },
    ];
    for (const query of wrong) assert.throws(() => payload.parse(query), isInvalidParameter);
  });
});
