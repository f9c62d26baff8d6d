import assert from 'node:assert/strict';
import { questions } from '@cpu-bound/questions/questions';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { rank } from '@cpu-bound/study/decide/rank';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { warningsOf } from '@cpu-bound/study/decide/warnings';
import type { Analysis, Figure, NeedFigures } from '@cpu-bound/study/model';
import { checkAdr } from '../src/adr/record.ts';
import { recordOf, renderAdr } from '../src/adr/render.ts';
import { figureCell, shownNeeds } from '../src/answers/figures-table.ts';
import { adviceIn, rowWords } from '../src/answers/row-words.ts';
import { digest } from '../src/digest.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { boardLines, findingLines } from '../src/first-screen/terminal.ts';
import { renderSummary } from '../src/page.ts';
import { pictureOf } from '../src/picture/picture.ts';

/** By its standing, each medium `says` one of these words beside a figure, and no medium says another. */
const WORDS: Readonly<Record<Figure['standing'], { readonly says: RegExp; readonly not: RegExp }>> = {
  leads: { says: /best/, not: /behind|no difference|not judged|−\d+ %|×\d/ },
  behind: { says: /behind|overloaded|[−+]\d+ %|×\d/, not: /best|no difference|not judged/ },
  level: { says: /no difference/, not: /best|behind|not judged|−\d+ %|×\d/ },
  open: { says: /./, not: /best|behind|no difference|−\d+ %|×\d/ },
};

/** Asserts that table, terminal, picture and JSON give each figure the standing that it has. */
function assertStandings(analysis: Analysis): void {
  const json = JSON.parse(digest(analysis));
  const board = boardLines(analysis, questions, 40);
  const drawn = pictureOf(analysis);
  const shown = shownNeeds(analysis.decision);
  for (const own of shown)
    for (const figure of own.figures) {
      const { says, not } = WORDS[figure.standing];
      const where = `${own.need.title}, ${figure.id}: ${JSON.stringify(figure)}`;
      assert.equal(json.needs[own.need.id].strategies[figure.id].standing, figure.standing, where);
      const cell = plain(figureCell(own, figure.id));
      assert.doesNotMatch(cell, not, where);
      if (own.state === 'judged') assert.match(cell, says, where);
      const at = drawn?.columns.findIndex(({ id }) => id === figure.id) ?? -1;
      const inPicture = drawn?.rows.find(({ id }) => id === own.need.id)?.cells[at];
      if (inPicture && own.need.row !== 'jobs') assert.match(inPicture.words, says, where);
      if (inPicture) assert.doesNotMatch(inPicture.words, not, where);
      const line = lineOf(board, own, figure);
      if (line === undefined) continue;
      assert.doesNotMatch(line, not, `${where}\n${line}`);
      // A figure alone means no difference; what is not judged, or questioned, has a mark.
      const mark = / best$/.test(line)
        ? 'leads'
        : / (?:behind|[−+]\d+ %|×[\d.]+)$/.test(line)
          ? 'behind'
          : undefined;
      if (figure.standing === 'leads' || (figure.standing === 'behind' && figure.because === undefined))
        assert.equal(mark, figure.standing, `${where}\n${line}`);
      else assert.equal(mark, undefined, `${where}\n${line}`);
      if (figure.because === 'not judged yet') assert.match(line, / ·$/, where);
      if (figure.because === 'questioned' && /\d/.test(line)) assert.match(line, / \?$/, where);
      if (figure.standing === 'level') assert.doesNotMatch(line, /[·?]$/, where);
    }
}

/** The line of a strategy below the name of a need, in a narrow terminal; undefined of what no round measured. */
function lineOf(
  board: readonly string[],
  { need, figures }: NeedFigures,
  { id }: Figure,
): string | undefined {
  const from = board.findIndex((line) => line.startsWith(need.title) && !line.startsWith('  '));
  return board
    .slice(from)
    .slice(0, figures.length + 3)
    .find((line) => line.startsWith(`  ${id} `));
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');

/** Asserts that page, terminal, record, JSON and picture say the same of a decision, and nothing against it. */
export function assertConsistent(analysis: Analysis): void {
  assertStandings(analysis);
  const { options, needs } = analysis.decision;
  const rows = rowsOf(analysis);
  const page = plain(`${firstScreen(analysis)}\n\n${secondScreen(analysis)}`);
  const weights = Object.fromEntries(needs.map(({ id }) => [id, 1]));
  const text = renderAdr(analysis, weights);
  const record = recordOf(analysis, weights).confirmation;
  const json = JSON.parse(digest(analysis));
  const terminal = findingLines(analysis).join(' ').replaceAll(/ +/g, ' ');

  // Every medium has the same rows, with the same strategies to take.
  for (const row of adviceIn(rows).advice) {
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
  // Alternatives are compared with their own strategy alone.
  const questioned = amongMain(analysis)
    .contestants.map(({ id }) => id)
    .filter((id) => !options.includes(id));
  const ranking = rank(analysis.decision, weights);
  const summary = renderSummary(analysis, [], { weights });
  for (const id of questioned) {
    assert.ok(rows.every(({ leaders }) => !leaders.includes(id)));
    assert.ok(!ranking.places.some(({ option }) => option === id));
    assert.ok(!record.outcome.includes(id));
    assert.ok(!new RegExp(`\\*\\*${id}\\*\\*`).test(summary.split('\n').at(-1) ?? ''));
    assert.ok(warningsOf(analysis).some((warning) => warning.includes(id)));
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
