import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GrowingOctets } from '../src/http/growing-octets.ts';

test('octets come out as they came in, however they were cut, in a buffer of their own', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), fc.nat({ max: 300 }), (chunks, most) => {
      const octets = new GrowingOctets(most);
      for (const chunk of chunks) octets.append(chunk);
      const whole = Buffer.concat(chunks);
      assert.equal(octets.length, whole.length);
      const taken = octets.taken();
      assert.deepEqual(Buffer.from(taken), whole);
      assert.equal(taken.buffer.byteLength, whole.length);
    }),
  );
});

test('a million chunks of one octet take no more memory than a few large ones', () => {
  const octets = new GrowingOctets(2 ** 20);
  const before = process.memoryUsage().heapUsed;
  const chunk = new Uint8Array(1);
  for (let index = 0; index < 2 ** 20; index++) octets.append(chunk);
  assert.equal(octets.taken().length, 2 ** 20);
  assert.ok(process.memoryUsage().heapUsed - before < 32 * 2 ** 20);
});
