import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { examineWorkload } from '../../src/workload/examine.ts';

const workloads = join(import.meta.dirname, '../fixtures/workloads');
const troubled = join(workloads, 'troubled.ts');
const never = new AbortController().signal;
const examine = (specifier: string, headline: Record<string, string>, longest?: number) =>
  examineWorkload({ specifier, headline }, never, longest);

const troubles: Readonly<Record<string, RegExp>> = {
  throws: /^trouble=throws: throws no such thing$/,
  input: /^trouble=input: parse returns what cannot be sent to a worker/,
  function: /^trouble=function: returns what cannot be sent from a worker/,
  bigint: /^trouble=bigint: returns what is no JSON/,
  number: /^trouble=number: returns 5; accepted: an object/,
  exits: /^trouble=exits: ended its thread with code 3$/,
  oracle: /^trouble=oracle: its own oracle refuses its answer.*\{"trouble":"oracle"\}$/,
  anything: /^trouble=anything: its oracle accepts an empty answer too/,
};

describe('a workload, before anything is measured with it,', () => {
  for (const [trouble, message] of Object.entries(troubles)) {
    it(`is named with its input where there is trouble: ${trouble}`, async () => {
      const { problems } = await examine(troubled, { trouble });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', message);
    });
  }

  it('is given up where it never ends', async () => {
    const { problems } = await examine(troubled, { trouble: 'endless' }, 1);
    assert.deepEqual(problems, [
      'trouble=endless: did not end within 0.001 s, which is more than a service waits',
    ]);
  });

  it('may take octets and give some', async () => {
    const { problems } = await examine('payload', { in: '10', out: '2000', as: 'octets' });
    assert.deepEqual(problems, []);
  });

  it('may be WebAssembly', async () => {
    const { problems } = await examine(join(workloads, 'wasm.mjs'), { n: '1000' });
    assert.deepEqual(problems, []);
  });

  it('is told apart from one that Node computes on other threads', async () => {
    const onTheLoop = await examine('primes', { upTo: '100000' });
    const beside = await examine('scrypt', { log2N: '12' });
    assert.deepEqual([onTheLoop.problems, beside.problems], [[], []]);
    assert.ok((onTheLoop.loopShare ?? 0) > 0.8, String(onTheLoop.loopShare));
    assert.ok((beside.loopShare ?? 1) < 0.4, String(beside.loopShare));
  });
});
