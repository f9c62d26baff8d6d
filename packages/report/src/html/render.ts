import { namedFolder } from '@cpu-bound/study/analyse/commands';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { measurementsIn } from '@cpu-bound/study/decide/measurements';
import type { RankedNeed } from '@cpu-bound/study/decide/rank';
import { rowsOf } from '@cpu-bound/study/decide/rows';
import { isCounted } from '@cpu-bound/study/decide/standing';
import type { Analysis, Decision, NeedResult } from '@cpu-bound/study/model';
import { deflateSync, strToU8 } from 'fflate';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { loadWords, type PageData } from '../answers/case.ts';
import { HOW_RANKED } from '../answers/choice.ts';
import { renderReport } from '../page.ts';
import { PICTURES } from '../picture/svg.ts';
import type { AnyQuestion, Chart } from '../question.ts';
import { type Draw, document, markdown, textOf } from './document.ts';

/** The folder of the charts in the Markdown, which the page has in itself. */
const AT = 'charts';

/**
 * Builds the report as one self-contained HTML file: REPORT.md, with the picture beside the rows and a card for the
 * reader's own load and weights. The same analysis gives the same bytes.
 */
export function renderHtml(
  runAnalysis: Analysis,
  questions: readonly AnyQuestion[],
  charts: readonly Chart[],
  running?: string,
): string {
  const analysis = amongMain(runAnalysis);
  const data = dataOf(analysis);
  const text = renderReport(runAnalysis, questions, { at: AT, drawn: charts, running });
  const { head, rows, picture, sure, more, rest } = partsOf(markdown(text, drawing(charts)));
  const title = head.find((block) => isElement(block, 'h1'));
  return document(
    title ? textOf(title) : analysis.run.id,
    [
      ...cards('section.card.head', head),
      ...readersCard(data, analysis.decision),
      ...cards('div.answers', [
        ...cards('section.card.rows', rows),
        ...cards('div.beside', [
          ...cards('section.card.picture', picture),
          ...cards('section.card.sure', sure),
        ]),
      ]),
      ...cards('section.card.prose.more', more),
      ...cards('section.prose.rest', rest),
    ],
    data,
    running !== undefined,
  );
}

/** A part of the page; none if it has nothing. */
const cards = (selector: string, content: readonly ElementContent[]): Element[] =>
  content.length === 0 ? [] : [h(selector, [...content])];

function dataOf(analysis: Analysis): PageData {
  const { decision, contestants, run } = analysis;
  const load = rowsOf(analysis).find((row) => row.load)?.load;
  return {
    decision: { options: decision.options, needs: decision.needs.map(rankedNeed) },
    measured: measurementsIn(analysis),
    singles: contestants.filter(({ workers }) => !workers).map(({ id }) => id),
    command: run.command,
    folder: namedFolder(analysis),
    example: load && { rate: load.rate, p99: load.p99 },
  };
}

const rankedNeed = ({ id, uncounted, pairs, standings }: NeedResult): RankedNeed => ({
  id,
  uncounted,
  pairs,
  standings,
});

const isElement = (block: ElementContent, ...names: readonly string[]): block is Element =>
  block.type === 'element' && names.includes(block.tagName);

/** Divides a report: what is above the rows, the rows, the picture, how sure they are, what follows, and the questions. */
function partsOf(blocks: readonly ElementContent[]) {
  const at = (found: (block: ElementContent) => boolean) => {
    const index = blocks.findIndex(found);
    return index === -1 ? blocks.length : index;
  };
  const rest = at((block) => isElement(block, 'p') && textOf(block).startsWith('On this page'));
  const pictureAt = Math.min(
    rest,
    at((block) => isElement(block, 'picture')),
  );
  const rowsAt = Math.min(pictureAt, at(isRows));
  const picture = blocks[pictureAt];
  const hasPicture = picture !== undefined && isElement(picture, 'picture');
  const after = blocks.slice(pictureAt + (hasPicture ? 1 : 0), rest);
  const end = after.findIndex((block) => isElement(block, 'div', 'details'));
  const sureEnds = end === -1 ? after.length : end;
  return {
    head: blocks.slice(0, rowsAt),
    rows: blocks.slice(rowsAt, pictureAt),
    picture: hasPicture ? [picture] : [],
    sure: after.slice(0, sureEnds),
    more: after.slice(sureEnds),
    rest: blocks.slice(rest),
  };
}

/** The table of the answer rows begins with what a reader needs. */
const isRows = (block: ElementContent): boolean =>
  isElement(block, 'div') && textOf(block).trimStart().startsWith('you need');

/** Draws the picture in both widths, and each chart where the Markdown has it. */
function drawing(charts: readonly Chart[]): Draw {
  const [wide, narrow] = [PICTURES.wide, PICTURES.narrow].map((name) =>
    charts.find(({ file }) => file === name),
  );
  return (file) => {
    const chart = charts.find((drawn) => `${AT}/${drawn.file}` === file);
    if (!chart) return undefined;
    return chart === wide ? pictureElement(wide, narrow) : packedChart(chart);
  };
}

const dataUri = ({ svg }: Chart): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** The picture needs no script; a phone has the narrow one. */
const pictureElement = (wide: Chart, narrow: Chart | undefined): Element =>
  h('picture', [
    ...(narrow ? [h('source', { media: '(max-width: 40rem)', srcSet: dataUri(narrow) })] : []),
    h('img', { src: dataUri(wide), alt: wide.alt }),
  ]);

/**
 * Packs a chart, because SVG is repetitive, and the page has many charts. The page's script unpacks it; until then, and
 * without a script, its description stands there.
 */
const packedChart = ({ svg, alt }: Chart): Element =>
  h('figure.chart', { dataPacked: Buffer.from(deflateSync(strToU8(svg), { level: 9 })).toString('base64') }, [
    h('figcaption', alt),
  ]);

/** Builds the card in which a reader types a load and weights; nothing if the run can answer neither. */
export function readersCard(data: PageData, decision: Decision): Element[] {
  const parts = [...loadForm(data), ...weightsForm(decision)];
  return parts.length === 0 ? [] : [h('section.card.yours', { ariaLabel: 'Your load and weights' }, parts)];
}

/** The form of a load, with the verdict on each strategy, which is there without a script. */
function loadForm(data: PageData): Element[] {
  const { example } = data;
  if (!example) return [];
  const { verdicts, says, command } = loadWords(data, example);
  return [
    h('form#load', [
      h('h2', 'Your load'),
      h('p.fields', [field('rate', 'requests/s', example.rate), field('p99', 'ms p99', example.p99)]),
      h(
        'ul#verdicts',
        { ariaLabel: 'Who keeps it' },
        verdicts.map(({ id, state, words }) =>
          h('li', { dataStrategy: id, dataState: state }, [h('b', id), ' ', h('span', words)]),
        ),
      ),
    ]),
    h('p#load-says', { role: 'status' }, says),
    h('p#load-command', { hidden: command === undefined }, [
      'Not known is measured by ',
      h('code', command ?? ''),
    ]),
  ];
}

const field = (id: string, unit: string, value: number): Element =>
  h('label', [
    h('input', { id, type: 'number', min: 0, step: 'any', inputMode: 'decimal', value: String(value) }),
    ' ',
    unit,
  ]);

/** The three weights of a need, in the form of `bench adr --need`. */
const WEIGHTS = { nothing: 0, some: 1, much: 3 } as const;

function weightsForm({ needs }: Decision): Element[] {
  const counted = needs.filter(isCounted);
  if (counted.length === 0) return [];
  return [
    h('details#weights', [
      h('summary', 'Weigh your needs'),
      h(
        'div.needs',
        counted.map(({ id, title }) => weightOf(id, title)),
      ),
      h('p#choice', { role: 'status' }),
      h('p#weights-command', { hidden: true }, h('code')),
      h('p.quiet', HOW_RANKED),
    ]),
  ];
}

const weightOf = (id: string, title: string): Element =>
  h('label', [
    h(
      'select',
      { dataNeed: id },
      Object.entries(WEIGHTS).map(([word, weight]) => h('option', { value: String(weight) }, word)),
    ),
    ' ',
    title,
  ]);
