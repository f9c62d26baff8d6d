import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { made } from '@cpu-bound/questions/test/decisions';
import { amongMain } from '@cpu-bound/study/decide/among';
import { isCounted } from '@cpu-bound/study/decide/lead';
import { ABSENCES, type Analysis } from '@cpu-bound/study/model';
import { toHtml } from 'hast-util-to-html';
import { renderAdr } from '../src/adr/render.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { toMeasure } from '../src/first-screen/to-measure.ts';
import { groupCards } from '../src/html/needs/group.ts';
import { storedNames, storedRun } from './stored-run.ts';

/** Asserts that each medium names the needs of each state by its one word. */
function assertOneWord(whole: Analysis): void {
  const analysis = amongMain(whole);
  const { needs } = analysis.decision;
  const weighed = needs.find(isCounted) ?? needs.find(({ uncounted }) => uncounted === undefined);
  const record = renderAdr(whole, { [weighed?.id ?? '']: 1 });
  const drawn = needs.flatMap((need) =>
    need.measured ? [] : [{ need, numbers: undefined, method: undefined }],
  );
  const html = groupCards(drawn, [], analysis)
    .map((card) =>
      toHtml(card)
        .replaceAll('<p>', '\n')
        .replaceAll(/<[^>]+>/g, ''),
    )
    .join('\n');
  const page = toMeasure(analysis);
  const terminal = findingLines(whole).join('\n');
  for (const state of ABSENCES) {
    const own = needs.filter((need) => need.absence === state && need !== weighed);
    const capital = state === 'not measured' ? 'Not measured' : 'No figure';
    const other = state === 'not measured' ? 'No figure' : 'Not measured';
    assert.equal(record.includes(`${capital}: ${own.map(({ title }) => title).join('; ')}`), own.length > 0);
    for (const { title, why, question } of own) {
      const line = html.split('\n').find((one) => one.includes(title)) ?? '';
      assert.ok(line.startsWith(capital) && !line.startsWith(other), `${title}: ${line}`);
      if (question !== undefined && why === undefined) {
        assert.match(page, new RegExp(capital));
        assert.match(terminal, new RegExp(`^${state}: `, 'm'));
      }
    }
  }
}

describe('a need without a figure has one word on the terminal, the pages and in the record of', () => {
  for (const name of storedNames)
    it(`the stored run ${name}`, async () => assertOneWord(await storedRun(name)));
  for (const [name, analysis] of Object.entries(made))
    it(`a run in which ${name}`, () => assertOneWord(analysis));
});
