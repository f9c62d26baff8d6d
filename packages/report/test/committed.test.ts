import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { answerIn } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { renderHtml } from '../src/html/render.ts';
import { renderReport } from '../src/page.ts';
import { drawPictures } from '../src/picture/svg.ts';
import { QUOTING, renderCharts, withFigures } from '../src/write.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFile(join(root, path), 'utf8');
const analysis: Analysis = JSON.parse(await read('report/analysis.json'));

/** Compares long texts without showing them. */
const isWritten = async (text: string, path: string) =>
  assert.ok(
    text === (await read(path)),
    `${path} is older: node packages/bench/src/cli.ts report report --publish`,
  );

it('the committed report equals the rendering of its analysis, byte for byte', async () => {
  const drawn = await renderCharts(analysis, questions);
  await isWritten(renderReport(analysis, questions, { at: 'report/charts', drawn }), 'REPORT.md');
  await isWritten(renderHtml(analysis, questions, drawn), 'report/index.html');
  await isWritten(`${JSON.stringify(analysis, null, 2)}\n`, 'report/analysis.json');
  const files = drawn.map(({ file }) => file);
  assert.deepEqual(files.toSorted(), (await readdir(join(root, 'report/charts'))).toSorted());
  for (const { file, svg } of drawn) await isWritten(svg, `report/charts/${file}`);
});

it('the committed analysis has the decision that follows from its findings', () =>
  assert.deepEqual(JSON.parse(JSON.stringify(decide(analysis, questions))), analysis));

// A reader's own run replaces REPORT.md and report/; the study that the guides quote is a separate file.
for (const page of QUOTING.pages)
  it(`${page} has the figures of the study that it quotes`, async () => {
    const [text, study] = [await read(page), JSON.parse(await read(QUOTING.study)) as Analysis];
    assert.equal(withFigures(text, study), text);
  });

it('the pictures of the README belong to the study that it quotes', async () => {
  for (const { file, svg } of drawPictures(JSON.parse(await read(QUOTING.study))))
    assert.equal(svg, await read(`${QUOTING.pictures}/${file}`), file);
});

it('the guide has a row for each need that an architect asks for first, with its figures', async () => {
  const guide = await read('docs/choosing.md');
  const rows = guide.replaceAll('\u00a0', ' ').replaceAll('\u2060', '').split('\n');
  const row = (name: string) => rows.find((line) => line.startsWith(`| ${name}`)) ?? '';
  assert.match(row('answers at full load'), /^\| answers at full load, \/s +\| +[\d.]+ \([\d.,]+–[\d.,]+\)/);
  assert.match(row('light requests at full load'), / \([\d.]+–(> )?[\d.,]+\)/);
  assert.match(row('native crash'), /\d+\/\d+/);
  assert.match(row('accepted jobs'), /\d+\/\d+/);
});

it('the case that README and REPORT.md give as an example is answered by the committed study', async () => {
  for (const page of ['README.md', 'REPORT.md']) {
    const [, rate, p99] = /bench report --rate ([\d.]+) --p99 (\d+)ms/.exec(await read(page)) ?? [];
    const answer = answerIn(amongMain(analysis), { rate: Number(rate), p99: Number(p99) });
    assert.equal(answer.state, 'kept', page);
    assert.ok(
      answer.strategies.every(({ state }) => state !== 'unknown'),
      page,
    );
  }
});
