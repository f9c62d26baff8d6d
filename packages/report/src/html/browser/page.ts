import { rank } from '@cpu-bound/study/decide/rank';
import { choiceText, signed } from '../../decision/choice.ts';
import type { PageData, Series } from '../data.ts';
import { drawSeries, type ScaleKind } from './chart.ts';

/** Drawn in the reader's browser; the page inlines this file, and what it imports before it. */

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? '');
const shown = new Set(data.contestants.map(({ id }) => id));
/** By the reader alone: without weights nothing is ranked. */
const weights: Record<string, number> = {};
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

/** A strategy that is switched off is hidden; the others keep their standings. */
function showRanking(): void {
  const { needs, options } = data.decision;
  const ranking = rank({ needs, options: options.filter((id) => shown.has(id)) }, weights);
  const isWeighed = Object.values(weights).some((weight) => weight > 0);
  const choice = document.getElementById('choice');
  if (choice)
    choice.textContent = isWeighed
      ? choiceText(ranking, (id) => drawnOf(id).title)
      : 'Move a slider: without weights nothing is the choice.';
  document
    .getElementById('ranking')
    ?.replaceChildren(
      ...ranking.places.map(({ option, score, least, most }) =>
        make(
          'li',
          {},
          `${drawnOf(option).title} `,
          make('b', {}, signed(score)),
          most > least ? ` (${signed(least)} to ${signed(most)})` : '',
        ),
      ),
    );
  orderColumns(ranking.places.map(({ option }) => option));
}

const rowsOfNeeds = () => [...document.querySelectorAll<HTMLTableRowElement>('.needs tr')];

/** Which cell is whose, while they stand as they were written: the need, each contestant, then the evidence. */
function labelColumns(): void {
  for (const row of rowsOfNeeds()) {
    const cells = [...row.cells];
    for (const [index, { id }] of data.contestants.entries()) cells[index + 1]?.setAttribute('data-of', id);
    cells[data.contestants.length + 1]?.classList.add('evidence');
  }
}

/** The columns of the table of needs in the order of the ranking, then those that have no place in it; who is switched off is hidden. */
function orderColumns(order: readonly string[]): void {
  const others = data.contestants.map(({ id }) => id).filter((id) => !order.includes(id));
  for (const row of rowsOfNeeds()) {
    const evidence = row.querySelector('.evidence');
    for (const id of [...order, ...others]) {
      const cell = row.querySelector<HTMLTableCellElement>(`[data-of="${id}"]`);
      if (!cell) continue;
      cell.hidden = !shown.has(id);
      row.insertBefore(cell, evidence);
    }
  }
}

function buildWeights(): void {
  const compared = data.decision.needs.filter(({ pairs }) => pairs.length > 0);
  const sliders = compared.map(({ id, title }) => {
    const value = make('output', { textContent: '0' });
    const input = make('input', { type: 'range', min: '0', max: '5', value: '0', id: `weight-${id}` });
    input.addEventListener('input', () => {
      weights[id] = Number(input.value);
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
