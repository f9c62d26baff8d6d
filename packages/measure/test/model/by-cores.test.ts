import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  connectionsFor,
  memoryOfContestant,
  mostGenerators,
  readyWithinMs,
} from '../../src/model/core-division.ts';

const MIB = 2 ** 20;

describe('the connections that saturate a service', () => {
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

it('the generators of a load are at most one for each core of their own, or for four cores that they share', () => {
  const division = { of: 16, services: [0, 1, 2, 3], generators: [4, 5, 6] };
  assert.equal(mostGenerators(4, division), 3);
  assert.equal(mostGenerators(14), 3);
});

it('the defaults of a machine are these on 1, 2, 4, 16, 64 and 128 cores', () => {
  const table = [1, 2, 4, 16, 64, 128].map((cores) => [
    cores,
    connectionsFor([0], cores),
    mostGenerators(cores),
    readyWithinMs(cores) / 1000,
    Number((memoryOfContestant(cores) / 2 ** 30).toFixed(2)),
  ]);
  assert.deepEqual(table, [
    [1, 50, 1, 22, 0.32],
    [2, 50, 1, 24, 0.4],
    [4, 50, 1, 28, 0.56],
    [16, 64, 4, 52, 1.52],
    [64, 256, 16, 148, 5.36],
    [128, 512, 32, 276, 10.48],
  ]);
});
