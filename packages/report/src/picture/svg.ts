import type { Analysis } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { s } from 'hastscript';
import type { Chart } from '../question.ts';
import { LEGEND, type Picture, type PictureCell, pictureOf, type Tone } from './picture.ts';
import { type Fitted, fitted, sizeFor, widthOf } from './text-width.ts';

/** The files of the picture, below the charts of a report: for a column of a page, and for a phone. */
export const PICTURES = { wide: 'answers.svg', narrow: 'answers-narrow.svg' } as const;

/** A viewport up to this many pixels has the narrow picture. */
const NARROW = 500;

/** Draws the picture in both widths; nothing if the study has none. */
export function drawPictures(analysis: Analysis): Chart[] {
  const picture = pictureOf(analysis);
  return picture
    ? (['wide', 'narrow'] as const).map((width) => ({
        file: PICTURES[width],
        alt: picture.alt,
        svg: pictureSvg(picture, width),
      }))
    : [];
}

/** Writes the picture for Markdown, with the narrow one for a phone; empty if the study has none. */
export function pictureMarkdown(analysis: Analysis, at: string): string {
  const picture = pictureOf(analysis);
  if (!picture) return '';
  const alt = picture.alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return [
    '<picture>',
    `  <source media="(max-width: ${NARROW}px)" srcset="${at}/${PICTURES.narrow}">`,
    `  <img src="${at}/${PICTURES.wide}" alt="${alt}">`,
    '</picture>',
  ].join('\n');
}

/** A picture for a column of a page, or for a phone, where the name of a need stands above its cells. */
export type Width = 'wide' | 'narrow';

/** Each colour on a light page and on a dark one. */
const COLOURS = {
  ground: ['#ffffff', '#181b20'],
  ink: ['#1b1d21', '#e9eaec'],
  quiet: ['#585d66', '#a9afb9'],
  rim: ['#b9bfc7', '#565c66'],
  best: ['#0b5cad', '#58a6f5'],
  level: ['#dbe7f4', '#243a54'],
  near: ['#fde9d2', '#41301d'],
  far: ['#f9bf85', '#7d4b1d'],
  farther: ['#b34700', '#f0883e'],
  inverse: ['#fefefe', '#0d1117'],
} as const;
type Colour = keyof typeof COLOURS;

/** The ink of each tone; blue and orange differ for all kinds of colour blindness, and in lightness. */
const INK: Readonly<Record<Tone, Colour>> = {
  best: 'inverse',
  level: 'ink',
  near: 'ink',
  far: 'ink',
  farther: 'inverse',
  open: 'quiet',
};

/** The colours follow the scheme of the page that shows the picture, as those of the charts do. */
const DARK = `@media (prefers-color-scheme:dark){${Object.values(COLOURS)
  .map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join('')}}`;
const FONT = "system-ui,-apple-system,'Segoe UI','Helvetica Neue','Liberation Sans',Arial,sans-serif";

/** Lengths in pixels. */
const PADDING = 12;
const GAP = 3;
const HEAD = 42;
const GROUP_GAP = 7;
const SIZES = {
  wide: { label: 214, cellHeight: 31, title: 0 },
  narrow: { label: 0, cellHeight: 33, title: 20 },
} as const;
const NARROW_WIDTH = 334;

type Text = Fitted & {
  readonly x: number;
  readonly y: number;
  readonly fill: Colour;
  readonly isBold?: boolean;
};

const round = (length: number): number => Math.round(length * 10) / 10;
const textAt = ({ x, y, text, size, fill, isBold }: Text, anchor?: 'middle' | 'end'): Element =>
  s(
    'text',
    {
      ...{ x: round(x), y: round(y), fontSize: size, fill: COLOURS[fill][0] },
      ...(anchor && { textAnchor: anchor }),
      ...(isBold && { fontWeight: 600 }),
    },
    text,
  );

const box = (tone: Tone, x: number, y: number, width: number, height: number): Element =>
  s('rect', {
    ...{ x: round(x + 0.5), y: round(y + 0.5), width: round(width - 1), height: height - 1, rx: 4 },
    ...(tone === 'open'
      ? { fill: 'none', stroke: COLOURS.rim[0], strokeDasharray: '3 2' }
      : { fill: COLOURS[tone][0] }),
  });

/** Draws the picture as SVG. The same picture gives the same bytes. */
export function pictureSvg({ columns, rows, alt }: Picture, width: Width): string {
  const { label, cellHeight, title } = SIZES[width];
  const count = columns.length;
  const cell =
    width === 'narrow'
      ? (NARROW_WIDTH - GAP * (count - 1)) / count
      : Math.max(88, Math.min(106, 640 / count));
  const inner = width === 'narrow' ? NARROW_WIDTH : label + count * (cell + GAP) - GAP;
  const middleOf = (column: number) => label + column * (cell + GAP) + cell / 2;
  const heads = columns.flatMap(({ id, about }, at) => {
    const x = middleOf(at);
    const name = fitted([id], cell, [15, 13, 11, 10], { isBold: true });
    const made = fitted([about, about.replace(/^.*, /, '')], cell, [11, 10]);
    return [
      textAt({ x, y: 17, ...name, fill: 'ink', isBold: true }, 'middle'),
      textAt({ x, y: 33, ...made, fill: 'quiet' }, 'middle'),
    ];
  });
  const titleOf = width === 'narrow' ? narrowTitles(rows) : wideTitles(rows, label - 8);
  let y = HEAD;
  const lines = rows.flatMap((row, at) => {
    if (at > 0 && row.group !== rows[at - 1]?.group) y += GROUP_GAP;
    const top = y;
    y += title + cellHeight + GAP;
    const cells = row.cells.flatMap((own, column) => [
      box(own.tone, middleOf(column) - cell / 2, top + title, cell, cellHeight),
      ...cellTexts(own, middleOf(column), top + title, cell - 6),
    ]);
    return [...titleOf(row, top), ...cells];
  });
  const legend = legendAt(y + 8, inner);
  const [full, height] = [inner + 2 * PADDING, legend.bottom + 2 * PADDING];
  const svg = s(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${round(full)} ${height}`,
      ...{ width: round(full), height, role: 'img', fontFamily: FONT },
    },
    [
      s('title', alt),
      s('style', DARK),
      s('rect', { width: round(full), height, rx: 6, fill: COLOURS.ground[0] }),
      s('g', { transform: `translate(${PADDING} ${PADDING})` }, [...heads, ...lines, ...legend.elements]),
    ],
  );
  return `${toHtml(svg, { space: 'svg', closeEmptyElements: true })}\n`;
}

type Row = Picture['rows'][number];

/** The name of a need beside its cells, and below it what the figures are. */
function wideTitles(rows: readonly Row[], width: number): (row: Row, top: number) => Element[] {
  const size = sizeFor(
    rows.map(({ title }) => title),
    width,
    [14, 13, 12, 11],
  );
  return ({ title, about }, top) => [
    textAt({ x: 0, y: top + 14, ...fitted([title], width, [size]), fill: 'ink' }),
    textAt({ x: 0, y: top + 27, ...fitted([about], width, [10.5, 10]), fill: 'quiet' }),
  ];
}

/** The name of a need above its cells, and at the right what the figures are. */
function narrowTitles(rows: readonly Row[]): (row: Row, top: number) => Element[] {
  const aboutOf = ({ about }: Row) => about.replace(/, (?:more|less) is better$/, '');
  const widest = Math.max(...rows.map((row) => widthOf(aboutOf(row), 10)));
  const size = sizeFor(
    rows.map(({ title }) => title),
    NARROW_WIDTH - widest - 8,
    [13, 12, 11, 10],
  );
  return (row, top) => {
    const left = NARROW_WIDTH - widthOf(aboutOf(row), 10) - 8;
    return [
      textAt({ x: 0, y: top + 14, ...fitted([row.title], left, [size]), fill: 'ink' }),
      textAt({ x: NARROW_WIDTH, y: top + 14, text: aboutOf(row), size: 10, fill: 'quiet' }, 'end'),
    ];
  };
}

/** Words that stand for longer ones in a narrow cell. */
const SHORT: Readonly<Record<string, string>> = {
  'no difference': 'no diff.',
  'not judged yet': 'not yet',
  'not compared': '–',
  'not measured': '–',
  'no job API': 'no jobs',
};

function cellTexts({ number, words, tone }: PictureCell, x: number, y: number, width: number): Element[] {
  const said = fitted([words, SHORT[words] ?? words], width, [10.5, 10, 9, 8]);
  const below = { x, fill: INK[tone], ...said };
  if (number === '') return [textAt({ ...below, y: y + 20 }, 'middle')];
  const isBold = tone === 'best';
  const fill = tone === 'open' ? 'ink' : INK[tone];
  return [
    textAt({ x, y: y + 15, ...fitted([number], width, [15, 13, 11], { isBold }), fill, isBold }, 'middle'),
    textAt({ ...below, y: y + 27 }, 'middle'),
  ];
}

/** Lines of what each colour says, broken where the picture ends. */
function legendAt(top: number, width: number): { readonly elements: Element[]; readonly bottom: number } {
  let [x, y] = [0, top];
  const elements = LEGEND.flatMap(([tone, words]) => {
    const taken = 19 + widthOf(words, 11) + 8;
    if (x > 0 && x + taken > width + 8) [x, y] = [0, y + 20];
    const at = x;
    x += taken;
    return [
      box(tone, at, y, 15, 14),
      textAt({ x: at + 19, y: y + 11, text: words, size: 11, fill: 'quiet' }),
    ];
  });
  return { elements, bottom: y + 14 };
}
