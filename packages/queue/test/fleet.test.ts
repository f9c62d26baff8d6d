import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Queue } from 'bullmq';
import { countFleet } from '../src/fleet.ts';

async function workersOf(getWorkers: () => Promise<{ name?: string }[]>, known = 0): Promise<number> {
  const fleet = await countFleet({ getWorkers } as unknown as Queue, () => known);
  fleet.stop();
  return fleet.workers;
}

it('counts who is connected, and those that it has started itself', async () => {
  assert.equal(await workersOf(async () => [{ name: 'a' }, { name: 'b' }, { name: 'c' }]), 3);
  assert.equal(await workersOf(async () => [], 2), 2);
});

it('holds nothing back where Redis does not tell, or has no such command', async () => {
  const refused = () => Promise.reject(new Error('NOPERM'));
  assert.equal(await workersOf(refused), Number.POSITIVE_INFINITY);
  // As BullMQ gives it where CLIENT LIST is an unknown command.
  const unknown = async () => [{ name: 'GCP does not support client list' }];
  assert.equal(await workersOf(unknown), Number.POSITIVE_INFINITY);
});
