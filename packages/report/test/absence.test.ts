import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { ABSENCES, type Analysis } from '@cpu-bound/study/model';
import { firstScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { storedNames, storedRun } from './stored-run.ts';

const LINES = { 'not measured': 'Not measured', 'no figure': 'No figure', 'not judged': 'Not judged yet' };

/** Asserts that page and terminal name the rows without an answer, each by the one word for its state. */
function assertOneWord(analysis: Analysis): void {
  const rows = rowsOf(analysis);
  const page = firstScreen(analysis);
  const terminal = findingLines(analysis).join(' ').replaceAll(/ +/g, ' ');
  for (const [state, words] of Object.entries(LINES)) {
    const own = rows.filter((row) => row.state === state).map(({ need }) => need);
    const line = `${words}: ${own.join('; ')}.`;
    assert.equal(page.includes(`\n${line}\n`) || page.endsWith(`\n${line}`), own.length > 0, line);
    assert.equal(terminal.includes(line), own.length > 0, line);
  }
  const states = new Set(analysis.decision.needs.flatMap(({ absence = [] }) => absence));
  for (const state of states) assert.ok(ABSENCES.includes(state));
}

describe('a row without an answer has one word on the terminal and on the page of', () => {
  for (const name of storedNames)
    it(`the stored run ${name}`, async () => assertOneWord(await storedRun(name)));
  for (const [name, analysis] of Object.entries(made))
    it(`a run in which ${name}`, () => assertOneWord(analysis));
});
