import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe } from 'node:test';
import { survivesKills } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

// A thread cannot be killed from outside; a task can end the one that runs it.
describe('tasks that end their thread', () =>
  survivesKills(folder, {
    env: { WORKLOAD: join(import.meta.dirname, 'fixtures/crashing.ts') },
    async kill({ origin }) {
      const { status } = await fetch(`${origin}/primes?upTo=10&crash=true`);
      assert.equal(status, 500, 'the task that did it fails');
      return 0;
    },
  }));
