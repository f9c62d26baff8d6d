import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { made } from '@cpu-bound/questions/test/decisions';
import { decide } from '@cpu-bound/study/decide/decision';
import type { Analysis } from '@cpu-bound/study/model';
import { renewed } from '@cpu-bound/study/question';
import type { Browser } from 'playwright-core';
import { type Picture, pictureOf } from '../../src/picture/picture.ts';
import { pictureSvg, type Width } from '../../src/picture/svg.ts';
import { storedRun } from '../stored-run.ts';
import { closePages, launch, noBrowser, open } from './chromium.ts';

const top = join(import.meta.dirname, '../../../..');
const committed: Analysis = JSON.parse(await readFile(join(top, 'report/analysis.json'), 'utf8'));
const pictureFrom = (analysis: Analysis): Picture =>
  pictureOf(analysis) ?? assert.fail(`${analysis.run.id} has no picture`);
const study = pictureFrom(decide(renewed(committed, questions), questions));

/** A picture of this many strategies with long names, whose cells are those of the study. */
const withColumns = (count: number): Picture => {
  const columns = Array.from({ length: count }, (_, at) => ({
    id: `a-service-of-${'x'.repeat(at * 6)}`,
    about: '16 workers, Redis',
  }));
  const wide = study.rows.map((row) => ({
    ...row,
    cells: columns.map((_, at) => row.cells[at % row.cells.length] ?? assert.fail()),
  }));
  return { ...study, columns, rows: wide };
};

const pictures: Readonly<Record<string, Picture>> = {
  'the committed study': study,
  'a study of another machine': pictureFrom(await storedRun('standard')),
  'an early run': pictureFrom(await storedRun('quick')),
  'a function of the reader': pictureFrom(await storedRun('own-function')),
  'a questioned strategy': pictureFrom(made['the queue keeps answers'] ?? assert.fail()),
  'one strategy': withColumns(1),
  'two strategies': withColumns(2),
  'six strategies with long names': withColumns(6),
};

/** Finds each text that overlaps another one, leaves its cell, or leaves the picture. */
const FAULTS = `(() => {
  const boxes = [...document.querySelectorAll('text')].map((text) => ({ text, ...text.getBoundingClientRect().toJSON() }));
  const rects = [...document.querySelectorAll('g rect')].map((rect) => rect.getBoundingClientRect());
  const frame = document.querySelector('svg').getBoundingClientRect();
  const faults = [];
  for (const [at, a] of boxes.entries()) {
    const name = a.text.textContent;
    if (a.left < frame.left || a.right > frame.right || a.bottom > frame.bottom) faults.push(name + ' leaves the picture');
    for (const b of boxes.slice(at + 1))
      if (a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 2.5 && b.top < a.bottom - 2.5)
        faults.push(name + ' overlaps ' + b.text.textContent);
    for (const r of rects) {
      const isAcross = a.top < r.bottom - 3 && r.top < a.bottom - 3 && a.left < r.right && r.left < a.right;
      if (isAcross && (a.left < r.left || a.right > r.right)) faults.push(name + ' leaves its cell');
    }
  }
  return faults;
})()`;

/** The least contrast of a text with what is behind it (WCAG 2.2, level AA). */
const CONTRAST = `(() => {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const lightness = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((value) => channel(Number(value) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const fillOf = (element) => getComputedStyle(element).fill;
  const ground = fillOf(document.querySelector('svg > rect'));
  const rects = [...document.querySelectorAll('g rect')].filter((rect) => fillOf(rect) !== 'none');
  return Math.min(
    ...[...document.querySelectorAll('text')].map((text) => {
      const box = text.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const behind = rects.find((rect) => {
        const r = rect.getBoundingClientRect();
        return r.left <= x && x <= r.right && r.top <= y && y <= r.bottom;
      });
      const [a, b] = [lightness(fillOf(text)), lightness(behind ? fillOf(behind) : ground)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }),
  );
})()`;

let folder: string;
let browser: Browser;
before(async () => {
  if (noBrowser) return;
  folder = await mkdtemp(join(tmpdir(), 'picture-'));
  browser = await launch();
});
after(async () => {
  if (noBrowser) return;
  await closePages(browser);
  await rm(folder, { recursive: true });
});

/** Opens the picture itself, drawn with one font. */
async function openPicture(picture: Picture, width: Width, font: string, colorScheme: 'light' | 'dark') {
  const file = join(folder, 'picture.html');
  const svg = pictureSvg(picture, width).replace(/font-family="[^"]*"/, `font-family="${font}"`);
  await writeFile(file, `<!doctype html><meta charset="utf-8"><body style="margin:0">${svg}`);
  const { page } = await open(browser, file, { colorScheme, viewport: { width: 1012, height: 800 } });
  return page;
}

describe('the picture', { skip: noBrowser }, () => {
  for (const [name, picture] of Object.entries(pictures))
    it(`has no text that overlaps another or leaves its cell, wide and narrow, in two fonts: ${name}`, async () => {
      for (const width of ['wide', 'narrow'] as const)
        for (const font of ['DejaVu Sans', 'Liberation Sans']) {
          const page = await openPicture(picture, width, font, 'light');
          assert.deepEqual(await page.evaluate(FAULTS), [], `${width}, ${font}`);
          await page.close();
        }
    });

  it('can be read on light and on dark pages: each text has a contrast of at least 4.5', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPicture(study, 'wide', 'DejaVu Sans', colorScheme);
      const contrast = Number(await page.evaluate(CONTRAST));
      assert.ok(contrast >= 4.5, `${contrast} on a ${colorScheme} page`);
      await page.close();
    }
  });

  it('fits a phone of 390 px', () => {
    const [, width = ''] = /width="([\d.]+)"/.exec(pictureSvg(withColumns(6), 'narrow')) ?? [];
    assert.ok(Number(width) <= 390 - 16, width);
  });
});
