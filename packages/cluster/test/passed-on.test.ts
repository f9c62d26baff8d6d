import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';

it('resolves each question of a fork with its own answer, in order', async (t) => {
  const child = fork(join(import.meta.dirname, 'fixtures/asks-twice.ts'));
  t.after(() => child.kill());
  const questions: unknown[] = [];
  const answered: unknown[] = [];
  for await (const [message] of on(child, 'message')) {
    if (message === 'is that all') questions.push(message);
    else answered.push(message);
    if (questions.length === 2 && answered.length < 2) child.send('that is all'); // the next one after this is answered
    if (answered.length === 2) break;
  }
  assert.deepEqual(answered, ['answer to the first', 'answer to the second']);
});
