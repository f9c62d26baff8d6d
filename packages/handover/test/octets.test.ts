import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buffersToMove } from '../src/octets.ts';

const LARGE = 2 ** 18;
const gives = { givesOctetsAway: true } as const;

describe('octets that change hands without a copy', () => {
  it('are none unless the workload gives them away', () => {
    assert.deepEqual(buffersToMove({}, { octets: new Uint8Array(LARGE) }), []);
  });

  it('are each buffer once, under however many names it comes', () => {
    const octets = new Uint8Array(LARGE);
    assert.deepEqual(buffersToMove(gives, { octets, again: octets, view: new Uint8Array(octets.buffer) }), [
      octets.buffer,
    ]);
  });

  it('have a buffer to themselves, which is no shared memory', () => {
    const whole = new ArrayBuffer(2 * LARGE);
    const object = {
      part: new Uint8Array(whole, 0, LARGE),
      pooled: Buffer.from('a small Buffer lies in the pool of all'),
      shared: new Uint8Array(new SharedArrayBuffer(LARGE)),
    };
    assert.deepEqual(buffersToMove(gives, object), []);
  });
});
