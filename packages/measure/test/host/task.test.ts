import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { SilentTask, startTask, type TaskProcess } from '../../src/host/task.ts';

const echo = new URL('../fixtures/echo-task.ts', import.meta.url);
const nowhere = new URL('../fixtures/nowhere.ts', import.meta.url);
const { signal } = new AbortController();

describe('a task process', () => {
  let task: TaskProcess<{ say: string }, string>;
  afterEach(() => task.stop());

  it('answers one specification after the other', async () => {
    task = startTask(echo);
    assert.equal(await task.run({ say: 'one' }, signal), 'one');
    assert.equal(await task.run({ say: 'two' }, signal), 'two');
  });

  it('passes an error of its work to the caller, and continues', async () => {
    task = startTask(echo);
    await assert.rejects(task.run({ say: 'throw' }, signal), { message: 'thrown' });
    assert.equal(await task.run({ say: 'on' }, signal), 'on');
  });

  it('is given up after a silence beyond its limit, with its name and the limit', async () => {
    task = startTask(echo, { longest: () => 300 });
    process.kill(task.pid, 'SIGSTOP');
    await assert.rejects(task.run({ say: 'one' }, signal), (error: Error) => {
      assert.ok(error instanceof SilentTask);
      assert.equal(error.message, 'fixtures/echo-task.ts did not answer within 0.3 s');
      return true;
    });
  });

  for (const [why, program, say, message] of [
    ['its exit code if it ends before its answer', echo, 'exit', /^fixtures\/echo-task\.ts ended with 7: /],
    [
      'all lines of the error that ended it, and no stack',
      echo,
      'crash',
      /echo-task\.ts ended with 1: AssertionError \[ERR_ASSERTION\]: it fell over:\n {2}in two lines$/,
    ],
    [
      'the module that it cannot load',
      nowhere,
      'one',
      /ended with 1: .*Cannot find module '[^']*nowhere\.ts'/,
    ],
  ] as const)
    it(`rejects with ${why}`, async () => {
      task = startTask(program);
      await assert.rejects(task.run({ say }, signal), { message });
    });

  it('rejects without escapes of colours, also where pnpm forces colours in a terminal', async (t) => {
    const { FORCE_COLOR } = process.env;
    t.after(() => {
      if (FORCE_COLOR === undefined) delete process.env.FORCE_COLOR;
      else process.env.FORCE_COLOR = FORCE_COLOR;
    });
    process.env.FORCE_COLOR = '1';
    task = startTask(echo);
    await assert.rejects(task.run({ say: 'crash with an object' }, signal), {
      message: 'fixtures/echo-task.ts ended with 1: { code: 1 }',
    });
  });

  it('rejects with the reason when it is interrupted', async () => {
    task = startTask(echo);
    const interrupt = new AbortController();
    const answer = task.run({ say: 'nothing' }, interrupt.signal);
    interrupt.abort(new Error('enough'));
    await assert.rejects(answer, { message: 'enough' });
  });
});
