import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstThatStarts, NothingStarts } from '../../src/host/sources.ts';

const works = (id: string) => ({ id, start: async () => ({ url: id }) });
const fails = (id: string) => ({ id, start: async () => Promise.reject(new Error(`no ${id}\nand more`)) });

describe('a program that contestants need', () => {
  it('comes from the first source that works, and the others are not tried', async () => {
    const tried: string[] = [];
    const found = await firstThatStarts([fails('a'), works('b'), works('c')], (id) => tried.push(id));
    assert.deepEqual(found, { url: 'b', source: 'b' });
    assert.deepEqual(tried, ['a', 'b']);
  });

  it('is refused with every source and its reason if none works', async () => {
    await assert.rejects(firstThatStarts([fails('a'), fails('b')]), (error) => {
      assert.ok(error instanceof NothingStarts);
      assert.equal(error.message, '  a: no a\n  b: no b');
      return true;
    });
  });
});
