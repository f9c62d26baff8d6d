import assert from 'node:assert/strict';
import { it } from 'node:test';
import { execFileSync } from '@cpu-bound/workload/test/child-process';
import fc from 'fast-check';
import { shellWord } from '../../src/model/shell-word.ts';

it('a word of a printed command is the same word again when a shell has read it', () => {
  // The letters of paths, with those that a shell reads in its own way; no process gets a zero byte.
  const letters = [...`ab/.-_=,'"\\$\`!*?[]{}()<>|&;#~ \t\né`];
  const words = fc.array(fc.string({ unit: fc.constantFrom(...letters) }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, (given) => {
      const read = execFileSync('sh', ['-c', `printf '%s\\0' ${given.map(shellWord).join(' ')}`], {
        encoding: 'utf8',
      });
      assert.deepEqual(read.split('\0').slice(0, -1), given);
    }),
    { numRuns: 40 },
  );
});

it('a plain path is written without quotes', () =>
  assert.equal(shellWord('./src/render.ts#render'), './src/render.ts#render'));
