import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { ABSENCES, type Analysis } from '@cpu-bound/study/model';
import { renderAdr } from '../src/adr/render.ts';
import { rowsTable } from '../src/answers/markdown.ts';
import { toldRows } from '../src/answers/row-words.ts';
import { rowsOf } from '../src/answers/rows.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { storedNames, storedRun } from './stored-run.ts';

/** Asserts that each medium names what has no figure by its one word. */
function assertOneWord(whole: Analysis): void {
  const { needs } = amongMain(whole).decision;
  const weighed = needs.find(isCounted) ?? needs.find(({ uncounted }) => uncounted === undefined);
  const record = renderAdr(whole, { [weighed?.id ?? '']: 1 });
  for (const state of ABSENCES) {
    const own = needs.filter((need) => need.absence === state && need !== weighed);
    const capital = state === 'not measured' ? 'Not measured' : 'No figure';
    assert.equal(record.includes(`${capital}: ${own.map(({ title }) => title).join('; ')}`), own.length > 0);
  }
  const rows = rowsOf(whole);
  const [page, terminal] = [rowsTable(rows, 'full'), findingLines(whole).join(' ')];
  for (const line of toldRows(rows).lines) assert.ok(page.includes(line) && terminal.includes(line), line);
}

describe('what has no figure has one word on the terminal, the pages and in the record of', () => {
  for (const name of storedNames)
    it(`the stored run ${name}`, async () => assertOneWord(await storedRun(name)));
  for (const [name, analysis] of Object.entries(made))
    it(`a run in which ${name}`, () => assertOneWord(analysis));
});
