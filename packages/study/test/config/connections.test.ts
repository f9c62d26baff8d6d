import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workload } from '@cpu-bound/workload';
import { connectionsFor } from '../../src/config/connections.ts';

const MIB = 2 ** 20;
const bodyOf = (bytes: number): Pick<Workload, 'bodyFor'> => ({ bodyFor: () => new Uint8Array(bytes) });
const connections = (changes: Partial<Workload>, cores: number) =>
  connectionsFor(changes as Workload, {}, cores);

describe('the connections that saturate a service', () => {
  it('are fifty, or four for each core', () => {
    assert.equal(connections({}, 2), 50);
    assert.equal(connections({}, 64), 256);
    assert.equal(connections(bodyOf(MIB), 2), 50);
  });

  it('are fewer with large bodies, but enough to keep each worker busy', () => {
    assert.equal(connections(bodyOf(4 * MIB), 2), 16);
    assert.equal(connections(bodyOf(16 * MIB), 2), 4);
    assert.equal(connections(bodyOf(16 * MIB), 4), 8);
  });

  it('are limited by the room that services have for bodies', () =>
    assert.equal(connections(bodyOf(16 * MIB), 64), 14));

  it('fit the largest body if inputs are sent in turn', () => {
    const rotation = () => [{ mib: '1' }, { mib: '8' }];
    const bodyFor = ({ mib }: { mib?: string }) => new Uint8Array(Number(mib) * MIB);
    assert.equal(connections({ rotation, bodyFor }, 2), 8);
  });
});
