import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createHeldJob, readHeldJob } from '../src/held-job.ts';

it('shows what is held, and no more when it is released', () => {
  const held = createHeldJob();
  assert.equal(readHeldJob(held.memory), undefined);
  held.hold('job-1', 'token-1');
  assert.deepEqual(readHeldJob(held.memory), { id: 'job-1', token: 'token-1', index: 0, begun: 0 });
  held.release();
  assert.equal(readHeldJob(held.memory), undefined);
});

it('tells one item from the next, of the same job and of another', () => {
  const held = createHeldJob();
  const seen = () => [readHeldJob(held.memory)?.index, readHeldJob(held.memory)?.begun];
  held.hold('a', 't');
  held.begin(0);
  assert.deepEqual(seen(), [0, 1]);
  held.begin(1);
  assert.deepEqual(seen(), [1, 2]);
  held.release();
  held.hold('b', 't');
  held.begin(0);
  assert.deepEqual(seen(), [0, 3]);
});

it('keeps ids and tokens as they are', () => {
  const text = fc.string({ minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(text, text, (id, token) => {
      const held = createHeldJob();
      held.hold(id, token);
      const found = readHeldJob(held.memory);
      assert.deepEqual([found?.id, found?.token], [id, token]);
    }),
  );
});
