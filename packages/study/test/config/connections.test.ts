import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectionsFor } from '../../src/config/connections.ts';

const MIB = 2 ** 20;

describe('the connections that saturate a service', () => {
  it('are fifty, or four for each core', () => {
    assert.equal(connectionsFor([0], 2), 50);
    assert.equal(connectionsFor([0], 64), 256);
    assert.equal(connectionsFor([MIB], 2), 50);
  });

  it('are fewer with large bodies, but enough to keep each worker busy', () => {
    assert.equal(connectionsFor([4 * MIB], 2), 16);
    assert.equal(connectionsFor([16 * MIB], 2), 4);
    assert.equal(connectionsFor([16 * MIB], 4), 8);
  });

  it('are limited by the room that services have for bodies', () =>
    assert.equal(connectionsFor([16 * MIB], 64), 14));

  it('fit the largest body if inputs are sent in turn', () =>
    assert.equal(connectionsFor([MIB, 8 * MIB], 2), 8));
});
