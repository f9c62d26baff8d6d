import { pairsAmong } from '@cpu-bound/stats/family';
import { firstLook } from '@cpu-bound/stats/looks';
import type { Decision, Figure, NeedFigures, NeedResult } from '../model.ts';
import { effectIn, numberOf } from './effect.ts';
import { comparedIn, leadersIn } from './leaders.ts';
import { relationIn } from './standing.ts';

type MeasuredNeed = NeedFigures['need'];

/** Returns the needs of the picture, in its order: those with a matter that were measured. Rows are made of the same. */
export const figuresIn = ({ needs }: Pick<Decision, 'needs'>): NeedFigures[] =>
  needs
    .filter((need): need is MeasuredNeed => need.matter !== undefined && need.measured !== undefined)
    .map(withFigures);

/** Adds to a need the figure and the standing of each strategy. */
export function withFigures(need: MeasuredNeed): NeedFigures {
  const compared = comparedIn(need);
  const state = stateOf(need, compared.length);
  const ids = Object.keys(need.standings);
  if (state !== 'judged')
    return { need, state, figures: ids.map((id) => openFigure(need, id, WITHOUT_VERDICT[state](need))) };
  const { leaders, unbeaten } = leadersIn([need]);
  const figures = ids.map((id): Figure => {
    const figure = openFigure(need, id, 'not compared');
    const isOverloaded = need.standings[id]?.kind === 'overloaded';
    if (!compared.includes(id) || need.measured.cells[id]?.kind === 'none') return figure;
    const { because: _because, ...shown } = figure;
    if (leaders.includes(id)) return { ...shown, standing: 'leads' };
    if (unbeaten.includes(id)) return isOverloaded ? figure : { ...shown, standing: 'level' };
    return {
      ...(isOverloaded ? figure : shown),
      standing: 'behind',
      behind: farthest(need, id, compared),
    };
  });
  return { need, state, figures };
}

/** The reason for no verdict on the figures of a need. */
const WITHOUT_VERDICT = {
  'not judged': ({ measured }: MeasuredNeed) => (measured.n === 1 ? 'one round' : 'not judged yet'),
  alone: () => 'not compared',
} as const;

function stateOf({ measured }: MeasuredNeed, compared: number): NeedFigures['state'] {
  if (measured.n < (measured.enough ?? firstLook(Math.max(1, pairsAmong(compared))))) return 'not judged';
  return compared < 2 ? 'alone' : 'judged';
}

function openFigure({ standings, measured }: MeasuredNeed, id: string, because: string): Figure {
  const standing = standings[id];
  const cell = measured.cells[id];
  if (standing?.kind === 'questioned') return { id, standing: 'open', because: 'questioned' };
  if (cell?.kind === 'none') return { id, standing: 'open', because: cell.why };
  if (standing?.kind === 'overloaded')
    return { id, standing: 'open', because: 'overloaded', ...(cell && { cell }) };
  if (!cell) return { id, standing: 'open', because: 'not measured' };
  return { id, cell, standing: 'open', because };
}

/** Finds who is farthest ahead of a strategy; among equals, the better figure. */
function farthest(need: NeedResult, id: string, compared: readonly string[]): NonNullable<Figure['behind']> {
  const isOverloaded = need.standings[id]?.kind === 'overloaded';
  const sign = need.measured?.better === 'higher' ? -1 : 1;
  const orderOf = (than: string) => sign * (numberOf(need.measured?.cells[than]) ?? 0);
  const [first] = compared
    .filter((other) => relationIn(need.pairs, other, id) === 'better')
    .map((than) => ({ than, factor: isOverloaded ? undefined : effectIn(need, id, than) }))
    .toSorted(
      (a, b) =>
        (b.factor ?? Number.MAX_VALUE) - (a.factor ?? Number.MAX_VALUE) || orderOf(a.than) - orderOf(b.than),
    );
  return { than: first?.than ?? '', ...(first?.factor !== undefined && { factor: first.factor }) };
}
