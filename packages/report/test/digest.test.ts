import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figuresIn } from '@cpu-bound/study/decide/figures';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { digest } from '../src/digest.ts';
import { storedNames, storedRun } from './stored-run.ts';

type Row = {
  id: string;
  state: string;
  leaders: string[];
  shownBy: string[];
  price: Record<string, object[]>;
};
type Need = { strategies: Record<string, { standing: string }> };

describe('the findings as JSON', () => {
  for (const name of storedNames)
    it(`have the rows, and the needs with the standings of the picture, of the stored run ${name}, a line for each`, async () => {
      const analysis = await storedRun(name);
      const text = digest(analysis);
      const found: { rows: Row[]; needs: Record<string, Need> } = JSON.parse(text);
      assert.deepEqual(
        found.rows.map(({ id, state, leaders, shownBy }) => [id, state, leaders, shownBy]),
        rowsOf(analysis).map(({ id, state, leaders, evidence }) => [
          id,
          state,
          leaders,
          evidence.map(({ need }) => need.id),
        ]),
      );
      for (const { need, figures } of figuresIn(analysis.decision))
        assert.deepEqual(
          Object.entries(found.needs[need.id]?.strategies ?? {}).map(([id, { standing }]) => [id, standing]),
          figures.map(({ id, standing }) => [id, standing]),
          need.id,
        );
      for (const { leaders, price } of found.rows)
        for (const [leader, each] of Object.entries(price))
          assert.ok(leaders.includes(leader) && each.every((own) => 'need' in own && 'than' in own));
      const lines = text.split('\n').length;
      assert.equal(lines, 8 + found.rows.length + Object.keys(found.needs).length, text);
    });
});
