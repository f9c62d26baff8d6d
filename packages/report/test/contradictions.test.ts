import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { rank } from '@cpu-bound/study/decide/rank';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis } from '@cpu-bound/study/model';
import fc from 'fast-check';
import { checkAdr } from '../src/adr/check.ts';
import { recordOf, renderAdr } from '../src/adr/render.ts';
import { rowWords, toldRows } from '../src/answers/row-words.ts';
import { rowsOf } from '../src/answers/rows.ts';
import { digest } from '../src/digest.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { pictureOf } from '../src/picture/picture.ts';
import { renderSummary } from '../src/summary.ts';
import { analyses } from './generated-decisions.ts';
import { storedNames, storedRun } from './stored-run.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

/** Asserts that page, terminal, record, JSON and picture say the same of a decision, and nothing against it. */
function assertConsistent(analysis: Analysis): void {
  const { options, needs } = analysis.decision;
  const rows = rowsOf(analysis);
  const page = plain(`${firstScreen(analysis)}\n\n${secondScreen(analysis)}`);
  const weights = Object.fromEntries(needs.map(({ id }) => [id, 1]));
  const text = renderAdr(analysis, weights);
  const record = recordOf(analysis, weights).confirmation;
  const json = JSON.parse(digest(analysis));
  const terminal = findingLines(analysis).join(' ').replaceAll(/ +/g, ' ');

  // Every medium has the same rows, with the same strategies to take.
  for (const row of toldRows(rows).told) {
    const words = rowWords(row, 'full', (id) => `**${id}**`);
    const cells = [words.need, words.take, words.shown.join('; '), words.price.join('; ')];
    const lineIn = (whole: string) =>
      whole.split('\n').find((line) => line.startsWith(`| ${words.need} `)) ?? '';
    for (const whole of [page, plain(text)])
      assert.deepEqual(
        lineIn(whole)
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
        cells,
      );
    assert.ok(terminal.includes(`${row.need}: ${rowWords(row, 'brief').take}`), `${row.need}\n${terminal}`);
  }
  assert.deepEqual(
    json.rows.map(({ id, leaders }: { id: string; leaders: string[] }) => [id, leaders]),
    rows.map(({ id, leaders }) => [id, leaders]),
  );

  // The dark blue cells of the picture are the leaders of the rows.
  for (const { id, leaders, evidence, state } of rows) {
    const [only, ...others] = evidence;
    if (!only || others.length > 0 || id === 'jobs') continue;
    const cells = pictureOf(analysis);
    const drawn = cells?.rows.find((row) => row.id === only.need.id)?.cells ?? [];
    const best = drawn.flatMap(({ tone }, at) => (tone === 'best' ? (cells?.columns[at]?.id ?? []) : []));
    assert.deepEqual(best, state === 'led' ? leaders : [], only.need.title);
  }

  // Nobody who is questioned is advised, ranked or recorded, or has a figure in a row or in the picture.
  const questioned = analysis.contestants.map(({ id }) => id).filter((id) => !options.includes(id));
  const ranking = rank(analysis.decision, weights);
  const summary = renderSummary(analysis, [], { weights });
  for (const id of questioned) {
    assert.ok(rows.every(({ leaders }) => !leaders.includes(id)));
    assert.ok(!ranking.places.some(({ option }) => option === id));
    assert.ok(!record.outcome.includes(id));
    assert.ok(!new RegExp(`\\*\\*${id}\\*\\*`).test(summary.split('\n').at(-1) ?? ''));
    assert.ok(warningsOf(analysis).some((warning) => warning.startsWith(`${id} is questioned`)));
    const { columns = [], rows: lines = [] } = pictureOf(analysis) ?? {};
    const at = columns.findIndex((column) => column.id === id);
    for (const { cells } of lines) assert.equal(cells[at]?.number ?? '', '', `${id} in the picture`);
  }

  // A record supports itself, unless it chose nothing.
  if (record.outcome.includes('none')) {
    assert.equal(checkAdr({ status: '', date: '', confirmation: record }, analysis).supported, 'not known');
    assert.doesNotMatch(text, /^Chosen option: "/m);
  } else {
    const { supported, sentence } = checkAdr({ status: '', date: '', confirmation: record }, analysis);
    assert.notEqual(supported, 'no', sentence);
  }
  assert.doesNotMatch(`${page}${text}${terminal}`, /undefined|NaN|null|; ;|: ;|\(\)|Infinity/);
}

it('page, terminal, record, JSON and picture of a generated decision agree with it and with each other', () =>
  fc.assert(fc.property(analyses, assertConsistent), { numRuns: 60 }));

it('they agree for a run that shows everything', () => assertConsistent(sound));

for (const name of storedNames)
  it(`they agree for the stored run ${name}`, async () => assertConsistent(await storedRun(name)));
