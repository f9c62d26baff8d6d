import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { type AnswerRow, rowsOf } from '@cpu-bound/study/decide/rows';
import { rowWords } from '../src/answers/row-words.ts';

const costs = rowsOf(sound).find(({ id }) => id === 'costs') ?? assert.fail();

it('a row of several needs lists each need with its own strategies: one without memory keeps its CPU time', () => {
  const [memory = assert.fail(), cpu = assert.fail()] = costs.evidence;
  const figures = memory.figures.map((figure) =>
    figure.id === 'cluster' ? { id: figure.id, standing: 'open' as const, because: 'no figure' } : figure,
  );
  const row: AnswerRow = { ...costs, evidence: [{ ...memory, figures }, cpu] };
  const [ofMemory = '', ofCpu = ''] = rowWords(row, 'brief').shown;
  assert.match(ofMemory, /^memory: .*\d MiB, cluster no figure$/);
  assert.match(ofCpu, /^CPU per request: .*cluster.* 5\.50 ms$/);
});
