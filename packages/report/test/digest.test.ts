import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersOf } from '@cpu-bound/study/decide/answer';
import { digest } from '../src/digest.ts';
import { storedNames, storedRun } from './stored-run.ts';

describe('the findings as JSON', () => {
  for (const name of storedNames)
    it(`have the answers, needs and standings of the stored run ${name}, a line for each`, async () => {
      const analysis = await storedRun(name);
      const text = digest(analysis);
      const found = JSON.parse(text);
      assert.deepEqual(
        found.answers.map(({ take }: { take: string[] }) => take),
        answersOf(analysis.decision).map(({ take }) => take.map(({ option }) => option)),
      );
      for (const [id, { strategies }] of Object.entries<{ strategies: Record<string, { standing: string }> }>(
        found.needs,
      )) {
        const need = analysis.decision.needs.find((one) => one.id === id) ?? assert.fail(id);
        for (const [strategy, { standing }] of Object.entries(strategies))
          assert.equal(standing, need.standings[strategy]?.kind, `${id}, ${strategy}`);
      }
      const lines = text.split('\n').length;
      assert.equal(lines, 8 + Math.max(1, found.answers.length) + Object.keys(found.needs).length, text);
    });
});
