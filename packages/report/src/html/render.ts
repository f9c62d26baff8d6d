import { namedFolder } from '@cpu-bound/study/analyse/commands';
import { amongMain } from '@cpu-bound/study/decide/among';
import type { RankedNeed } from '@cpu-bound/study/decide/rank';
import type { Analysis, NeedResult } from '@cpu-bound/study/model';
import { deflateSync, strToU8 } from 'fflate';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { rowsOf } from '../answers/rows.ts';
import { renderReport } from '../page.ts';
import { PICTURES } from '../picture/files.ts';
import type { AnyQuestion, Chart } from '../question.ts';
import { measurementsIn } from '../size/measured.ts';
import { readersCard } from './card.ts';
import type { PageData } from './data.ts';
import { document } from './document.ts';
import { type Draw, markdown, textOf } from './markdown.ts';

/** The folder of the charts in the Markdown, which the page has in itself. */
const AT = 'charts';

/**
 * Builds the report as one self-contained HTML file: REPORT.md, with the picture beside the rows and a card for the
 * reader's own load and weights. The same analysis gives the same bytes.
 */
export function renderHtml(
  runAnalysis: Analysis,
  scenarios: readonly AnyQuestion[],
  charts: readonly Chart[],
  running?: string,
): string {
  const analysis = amongMain(runAnalysis);
  const data = dataOf(analysis);
  const text = renderReport(runAnalysis, scenarios, { at: AT, drawn: charts, running });
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
    ...(load && { example: { rate: load.perSecond, p99: load.p99Ms } }),
  };
}

const rankedNeed = ({ id, uncounted, pairs, standings }: NeedResult): RankedNeed => ({
  id,
  ...(uncounted !== undefined && { uncounted }),
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
