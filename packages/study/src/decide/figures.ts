import { LOOKS } from '@cpu-bound/stats/looks';
import type { Cell, Decision, Figure, NeedFigures, NeedResult } from '../model.ts';
import { effectIn, numberOf } from './effect.ts';
import { judgedIn, leadersIn } from './leaders.ts';
import { relationIn } from './standing.ts';

type MeasuredNeed = NeedFigures['need'];

/** Returns the needs of the picture, in its order: those with a matter that were measured. Rows are made of the same. */
export const figuresIn = ({ needs }: Pick<Decision, 'needs'>): NeedFigures[] =>
  needs
    .filter((need): need is MeasuredNeed => need.matter !== undefined && need.measured !== undefined)
    .map(withFigures);

/** Adds to a need the figure and the standing of each strategy. */
export function withFigures(need: MeasuredNeed): NeedFigures {
  const state = stateOf(need);
  const judged = state === 'judged' ? judgedIn(need) : [];
  const { leaders, unbeaten } = leadersIn(state === 'judged' ? [need] : []);
  const figures = Object.keys(need.standings).map((id): Figure => {
    const open = openFigure(need, id, state);
    if (!judged.includes(id) || isWithoutNumber(need.measured.cells[id])) return open;
    const { because, ...rest } = open;
    // An overload is said beside the standing.
    const figure = because === 'overloaded' ? open : rest;
    if (leaders.includes(id)) return { ...figure, standing: 'leads' };
    if (unbeaten.includes(id)) return because === 'overloaded' ? open : { ...figure, standing: 'level' };
    return { ...figure, standing: 'behind', behind: farthest(need, id, judged) };
  });
  return { need, state, figures };
}

const FIRST_LOOK = LOOKS[0]?.rounds ?? 10;

/** A need is judged by its rounds, also in what is known before: that others have no jobs, or that one is overloaded. */
function stateOf({ standings, measured, uncounted, row }: MeasuredNeed): NeedFigures['state'] {
  if (uncounted !== undefined && row === undefined) return 'not compared';
  const kinds = Object.values(standings).map(({ kind }) => kind);
  const compared = kinds.filter((kind) => kind !== 'questioned' && kind !== 'not-measured');
  if (measured.n < (measured.enough ?? FIRST_LOOK)) return 'not judged';
  if (compared.length < 2) return 'not compared';
  return compared.every((kind) => kind === 'not-judged') ? 'not judged' : 'judged';
}

type WithoutNumber = Extract<Cell, { kind: 'none' | 'open' }>;

const isWithoutNumber = (cell: Cell | undefined): cell is WithoutNumber =>
  cell?.kind === 'none' || cell?.kind === 'open';

/** The figure of a strategy without a verdict, and the reason. */
function openFigure({ standings, measured }: MeasuredNeed, id: string, state: NeedFigures['state']): Figure {
  const standing = standings[id];
  const cell = measured.cells[id];
  if (standing?.kind === 'questioned') return { id, standing: 'open', because: 'questioned' };
  if (isWithoutNumber(cell)) return { id, standing: 'open', because: cell.why };
  if (standing?.kind === 'overloaded')
    return { id, standing: 'open', because: 'overloaded', ...(cell && { cell }) };
  if (!cell) return { id, standing: 'open', because: 'not measured' };
  if (state === 'not compared') return { id, cell, standing: 'open', because: 'not compared' };
  return { id, cell, standing: 'open', because: measured.n === 1 ? 'one round' : 'not judged yet' };
}

/** Finds who is farthest ahead of a strategy; among equals, the better figure. */
function farthest(need: NeedResult, id: string, judged: readonly string[]): NonNullable<Figure['behind']> {
  const isOverloaded = need.standings[id]?.kind === 'overloaded';
  const sign = need.measured?.better === 'higher' ? -1 : 1;
  const orderOf = (than: string) => sign * (numberOf(need.measured?.cells[than]) ?? 0);
  const [first] = judged
    .filter((other) => relationIn(need.pairs, other, id) === 'better')
    .map((than) => ({ than, factor: isOverloaded ? undefined : effectIn(need, id, than) }))
    .toSorted(
      (a, b) =>
        (b.factor ?? Number.MAX_VALUE) - (a.factor ?? Number.MAX_VALUE) || orderOf(a.than) - orderOf(b.than),
    );
  return { than: first?.than ?? '', ...(first?.factor !== undefined && { factor: first.factor }) };
}
