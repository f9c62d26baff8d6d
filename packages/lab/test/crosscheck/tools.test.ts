import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tools } from '../../src/crosscheck/tools.ts';

/** The stored output of each tool for a server that takes 20 ms, in 3 s over 10 connections. */
const outputs = join(import.meta.dirname, 'outputs');
const EXPECTED = { perSecond: 500, p50: 20 };
const load = { url: 'http://127.0.0.1:1/', connections: 10, seconds: 3 };

describe('the output of a tool', () => {
  for (const tool of tools) {
    for (const kind of ['closed', 'open']) {
      const file = join(outputs, `${tool.id}-${kind}.txt`);
      if (kind === 'open' && !tool.call({ ...load, perSecond: 100 })) continue;
      it(`is read: ${tool.id}, ${kind} loop`, () => {
        assert.ok(existsSync(file), `${file} is missing: store the output of ${tool.id} in it`);
        const { perSecond, p50, p99 } = tool.parse(readFileSync(file, 'utf8'));
        const expected = kind === 'closed' ? EXPECTED.perSecond : 100;
        assert.ok(Math.abs(perSecond / expected - 1) < 0.2, `${perSecond}/s of ${expected}`);
        // autocannon invents latencies for an open loop, so its p50 is not checked.
        const isMadeUp = tool.id === 'autocannon' && kind === 'open';
        assert.ok(isMadeUp || (p50 >= EXPECTED.p50 && p50 < 1.2 * EXPECTED.p50), `p50 ${p50} ms`);
        assert.ok(p99 >= p50);
      });
    }
    it(`is refused by the parser of ${tool.id} if another program printed it`, () =>
      assert.throws(() => tool.parse('usage: nothing of this kind\n')));
  }
});
