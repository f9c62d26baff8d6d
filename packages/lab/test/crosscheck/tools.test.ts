import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Reading } from '../../src/crosscheck/tool.ts';
import { tools } from '../../src/crosscheck/tools.ts';

/** What the tools printed of a server that takes 20 ms, in 3 s over 10 connections: kept as it was. */
const outputs = join(import.meta.dirname, 'outputs');
const DUE = { perSecond: 500, p50: 20 };

describe('what a tool prints', () => {
  for (const tool of tools) {
    for (const kind of ['closed', 'open']) {
      const file = join(outputs, `${tool.id}-${kind}.txt`);
      if (kind === 'open' && !tool.open) continue;
      it(`of ${tool.id}, ${kind} loop, is read`, () => {
        assert.ok(existsSync(file), `${file} is missing`);
        const reading: Reading = tool.parse(readFileSync(file, 'utf8'));
        const due = kind === 'closed' ? DUE.perSecond : 100;
        assert.ok(Math.abs(reading.perSecond / due - 1) < 0.2, `${reading.perSecond}/s of ${due}`);
        // autocannon's own, at a rate, is of latencies that it made up: that is what it printed.
        const isMadeUp = tool.id === 'autocannon' && kind === 'open';
        if (reading.p50 !== undefined && !isMadeUp)
          assert.ok(reading.p50 >= DUE.p50 && reading.p50 < 1.2 * DUE.p50, `p50 ${reading.p50} ms`);
        if (reading.p50 !== undefined) assert.ok((reading.p99 ?? 0) >= reading.p50);
        assert.equal(reading.failures, 0);
      });
    }
    it(`is not taken for a reading of ${tool.id} where it is none`, () =>
      assert.throws(() => tool.parse('usage: nothing of this kind\n')));
  }
});
