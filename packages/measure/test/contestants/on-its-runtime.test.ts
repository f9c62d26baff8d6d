import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { variantOrRuntime } from '../../src/contestants/on-runtime.ts';
import { onItsRuntime } from '../../src/host/runtimes/on-its-runtime.ts';
import { contestant } from '../fixtures/contestant.ts';

const queue = { ...contestant('queue'), env: { A: '1' } };

describe('the command of a contestant on another runtime', () => {
  it('is the program of the runtime with the same files', () => {
    const { command, env } = onItsRuntime(variantOrRuntime(queue, 'deno'));
    const [program, ...args] = command;
    assert.match(program, /deno/);
    assert.equal(args.at(-1), 'main.ts');
    assert.equal(env?.A, '1');
  });

  it('keeps the runtime’s cache out of the home folder', () => {
    for (const [name, variable] of [
      ['bun', 'BUN_RUNTIME_TRANSPILER_CACHE_PATH'],
      ['deno', 'DENO_DIR'],
    ] as const)
      assert.match(onItsRuntime(variantOrRuntime(queue, name)).env?.[variable] ?? '', /cpu-bound-bench/);
  });

  it('is the manifest’s command if it runs on Node.js', () => assert.equal(onItsRuntime(queue), queue));
});
