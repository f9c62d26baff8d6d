import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createHeldJobs, readHeldJobs } from '../src/held-jobs.ts';

it('shows what is held, and no more when it is released', () => {
  const held = createHeldJobs(2);
  const first = held.hold('job-1', 'token-1');
  const second = held.hold('job-2', 'token-2');
  const byId = () => readHeldJobs(held.memory).toSorted((a, b) => a.id.localeCompare(b.id));
  assert.deepEqual(byId(), [
    { id: 'job-1', token: 'token-1' },
    { id: 'job-2', token: 'token-2' },
  ]);
  first();
  assert.deepEqual(byId(), [{ id: 'job-2', token: 'token-2' }]);
  second();
  assert.deepEqual(byId(), []);
});

it('holds no more than it has room for, and has that room again', () => {
  const held = createHeldJobs(1);
  const release = held.hold('a', 't');
  held.hold('b', 't')();
  assert.deepEqual(readHeldJobs(held.memory), [{ id: 'a', token: 't' }]);
  release();
  held.hold('c', 't');
  assert.deepEqual(readHeldJobs(held.memory), [{ id: 'c', token: 't' }]);
});

it('keeps ids and tokens as they are', () => {
  const text = fc.string({ minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(text, text, (id, token) => {
      const held = createHeldJobs(1);
      held.hold(id, token);
      assert.deepEqual(readHeldJobs(held.memory), [{ id, token }]);
    }),
  );
});
