import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tools } from '../../src/crosscheck/tools.ts';

/** The stored output of each tool for a server that takes 20 ms, in 3 s over 10 connections, or at 100 requests/s. */
const outputs = join(import.meta.dirname, 'outputs');
const EXPECTED = { closed: 500, open: 100 };

describe('the output of a tool', () => {
  for (const { id, parse } of tools) {
    for (const [kind, expected] of Object.entries(EXPECTED))
      it(`is read: ${id}, ${kind} loop`, () => {
        const { perSecond, p50, p99 } = parse(readFileSync(join(outputs, `${id}-${kind}.txt`), 'utf8'));
        assert.ok(Math.abs(perSecond / expected - 1) < 0.2, `${perSecond}/s of ${expected}`);
        assert.ok(p50 >= 20 && p50 < 24, `p50 ${p50} ms`);
        assert.ok(p99 >= p50);
      });
    it(`is refused by the parser of ${id} if another program printed it`, () =>
      assert.throws(() => parse('usage: nothing of this kind\n')));
  }
});
