import type { Point, Series } from '../data.ts';

/** Drawn in the reader's browser; the page inlines this file. */

export type ScaleKind = 'linear' | 'logarithmic';
export type Drawn = { readonly colour: string; readonly title: string };

const WIDTH = 640;
const LABELS = 190;
const ROW = 30;
const MARGIN = 24;

/** The marks of an axis: 1, 2 or 5 times a power of ten. */
function ticksOf(low: number, high: number, kind: ScaleKind): number[] {
  if (kind === 'logarithmic') {
    const powers = Array.from({ length: 25 }, (_, index) => 10 ** (index - 12));
    return powers
      .flatMap((power) => [power, 2 * power, 5 * power])
      .filter((tick) => tick >= low && tick <= high);
  }
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? power;
  return Array.from({ length: 12 }, (_, index) => index * step).filter((tick) => tick <= high * 1.001);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** An interval and its estimate for each contestant that is shown; each can be pointed at, and reached by Tab. */
export function drawSeries(
  { name, unit, points }: Series,
  kind: ScaleKind,
  drawnOf: (contestant: string) => Drawn,
  onRead: (text: string) => void,
): SVGElement {
  const shown = points.filter(({ low }) => kind === 'linear' || low > 0);
  const height = shown.length * ROW + 2 * MARGIN;
  const svg = element('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'group', 'aria-label': name });
  if (shown.length === 0) {
    svg.append(element('text', { x: 0, y: MARGIN }, 'Nothing that this axis has a place for.'));
    return svg;
  }
  const high = Math.max(...shown.map((point) => point.high));
  const low = kind === 'linear' ? 0 : Math.min(...shown.map((point) => point.low)) * 0.9;
  const at = (value: number) => {
    const share =
      kind === 'linear'
        ? (value - low) / (high - low || 1)
        : Math.log(value / low) / (Math.log(high / low) || 1);
    return LABELS + share * (WIDTH - LABELS - 20);
  };
  for (const tick of ticksOf(low, high, kind)) {
    svg.append(
      element('line', { x1: at(tick), x2: at(tick), y1: 4, y2: height - MARGIN, class: 'grid' }),
      element(
        'text',
        { x: at(tick), y: height - 8, 'text-anchor': 'middle' },
        String(Number(tick.toPrecision(2))),
      ),
    );
  }
  svg.append(element('text', { x: 0, y: height - 8 }, unit));
  for (const [row, point] of shown.entries())
    svg.append(mark(point, row, at, drawnOf(point.contestant), onRead));
  return svg;
}

function mark(
  point: Point,
  row: number,
  at: (value: number) => number,
  { colour, title }: Drawn,
  onRead: (text: string) => void,
): SVGElement {
  const y = row * ROW + ROW / 2 + 4;
  const group = element('g', { tabindex: 0, role: 'img', 'aria-label': point.text, class: 'mark' });
  group.append(
    element('title', {}, point.text),
    element('rect', { x: 0, y: y - ROW / 2, width: WIDTH, height: ROW, class: 'target' }),
    element('text', { x: 0, y: y + 4 }, title),
    element('line', {
      x1: at(point.low),
      x2: at(point.high),
      y1: y,
      y2: y,
      stroke: colour,
      'stroke-width': 4,
    }),
    element('circle', { cx: at(point.estimate), cy: y, r: 6, fill: colour }),
  );
  const read = () => onRead(point.text);
  group.addEventListener('pointerenter', read);
  group.addEventListener('focus', read);
  return group;
}
