import { scoresOf } from '../../../decide/score.ts';
import type { PageData, Series } from '../data.ts';
import { drawSeries, type ScaleKind } from './chart.ts';

/** Drawn in the reader's browser; the page inlines this file, and what it imports before it. */

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const shown = new Set(data.contestants.map(({ id }) => id));
const weights = new Map(data.needs.map(({ title }) => [title, 1]));
let scale: ScaleKind = 'linear';

function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const drawnOf = (id: string) =>
  data.contestants.find((one) => one.id === id) ?? { title: id, colour: '#666666' };

/** Those that are shown, the best first by the weights as they stand. */
function ranking() {
  const rows = data.needs.map(({ title, measured, relations }) => {
    const figures = measured.filter((id) => shown.has(id)).map((contestant) => ({ contestant }));
    const relate = (one: string, other: string) => relations[one]?.[other];
    return { weight: weights.get(title) ?? 0, ...(figures.length > 0 && { answer: { figures, relate } }) };
  });
  return scoresOf([...shown], rows);
}

function showRanking(): void {
  const scores = ranking();
  const list = document.getElementById('ranking');
  list?.replaceChildren(
    ...scores.map(({ option, score }) =>
      make(
        'li',
        {},
        `${drawnOf(option).title} `,
        make('b', {}, `${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(2)}`),
      ),
    ),
  );
  orderColumns(scores.map(({ option }) => option));
}

const rowsOfNeeds = () => [...document.querySelectorAll<HTMLTableRowElement>('.needs tr')];

/** Which cell is whose, while they stand as they were written: the need, each contestant, then who is ahead. */
function labelColumns(): void {
  for (const row of rowsOfNeeds()) {
    const cells = [...row.cells];
    for (const [index, { id }] of data.contestants.entries()) cells[index + 1]?.setAttribute('data-of', id);
    cells[data.contestants.length + 1]?.classList.add('ahead');
  }
}

/** The columns of the table of needs in the order of the ranking; who is switched off is hidden. */
function orderColumns(order: readonly string[]): void {
  const hidden = data.contestants.map(({ id }) => id).filter((id) => !order.includes(id));
  for (const row of rowsOfNeeds()) {
    const ahead = row.querySelector('.ahead');
    for (const id of [...order, ...hidden]) {
      const cell = row.querySelector<HTMLTableCellElement>(`[data-of="${id}"]`);
      if (!cell) continue;
      cell.hidden = !shown.has(id);
      row.insertBefore(cell, ahead);
    }
  }
}

function buildWeights(): void {
  const sliders = data.needs.map(({ title, measured }, index) => {
    if (measured.length === 0) return make('p', {}, `${title}: not measured`);
    const value = make('output', { textContent: '1' });
    const input = make('input', { type: 'range', min: '0', max: '5', value: '1', id: `weight-${index}` });
    input.addEventListener('input', () => {
      weights.set(title, Number(input.value));
      value.textContent = input.value;
      showRanking();
    });
    return make('p', {}, make('label', { htmlFor: input.id }, title), input, value);
  });
  document.getElementById('weights')?.append(...sliders);
}

function buildSwitches(): void {
  const boxes = data.contestants.map(({ id, title }) => {
    const box = make('input', { type: 'checkbox', checked: true });
    box.addEventListener('change', () => {
      if (box.checked) shown.add(id);
      else shown.delete(id);
      showRanking();
      drawAll();
    });
    return make('label', {}, box, ` ${title}`);
  });
  const kinds = (['linear', 'logarithmic'] as const).map((kind) => {
    const radio = make('input', { type: 'radio', name: 'scale', checked: kind === scale });
    radio.addEventListener('change', () => {
      scale = kind;
      drawAll();
    });
    return make('label', {}, radio, ` ${kind}`);
  });
  document
    .getElementById('switches')
    ?.append(
      make('fieldset', {}, make('legend', {}, 'Strategies'), ...boxes),
      make('fieldset', {}, make('legend', {}, 'Axes'), ...kinds),
    );
}

const drawings: (() => void)[] = [];
const drawAll = () => {
  for (const draw of drawings) draw();
};

/** A figure for a question: which of its metrics, and the marks. */
function buildFigure(figure: Element, series: readonly Series[], question: string): void {
  const select = make('select', {}, ...series.map(({ name }) => make('option', {}, name)));
  select.setAttribute('aria-label', `What to show of “${question}”`);
  const read = make('p', { className: 'read' }, 'Point at a mark, or reach it with Tab.');
  read.setAttribute('aria-live', 'polite');
  const place = make('div');
  const draw = () => {
    const chosen = series[select.selectedIndex];
    if (!chosen) return;
    const points = chosen.points.filter(({ contestant }) => shown.has(contestant));
    place.replaceChildren(
      drawSeries({ ...chosen, points }, scale, drawnOf, (text) => {
        read.textContent = text;
      }),
    );
  };
  select.addEventListener('change', draw);
  figure.append(select, place, read);
  drawings.push(draw);
}

labelColumns();
buildWeights();
buildSwitches();
for (const figure of document.querySelectorAll('figure.explore')) {
  const found = data.scenarios.find(({ id }) => id === figure.getAttribute('data-scenario'));
  const question = figure.getAttribute('data-question') ?? '';
  if (found && found.series.length > 0) buildFigure(figure, found.series, question);
  else figure.remove();
}
showRanking();
drawAll();
document.documentElement.classList.add('live');
