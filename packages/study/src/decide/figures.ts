import { LOOKS } from '@cpu-bound/stats/looks';
import type { Figure, NeedFigures } from '../model/answer.ts';
import type { Cell, Decision, NeedResult } from '../model/decision.ts';
import { isCount } from '../model.ts';
import { pairIn, relationIn } from './standing.ts';

/** Returns the number that a figure is ordered by; of a bound, the bound. */
export function numberOf(cell: Cell | undefined): number | undefined {
  if (cell?.kind === 'number') return cell.value.estimate;
  if (cell?.kind === 'bound') return cell.value;
  return cell && isCount(cell) ? cell.count.estimate : undefined;
}

/** Half a request more keeps the factor finite where none was answered. */
const HALF = 0.5;

/**
 * Returns by which factor a strategy is worse than another: the ratio of the pair, or else that of the figures. Of
 * counts it is the factor between the requests that were answered. Undefined without two figures, or beside a zero.
 * Figures whose ends towards each other are open have no factor that is shown: it may be just above 1.
 */
export function effectIn({ pairs, measured }: NeedResult, id: string, than: string): number | undefined {
  const ratio = pairIn(pairs, than, id)?.ratio;
  if (ratio) return ratio.estimate;
  const [own, best] = [measured?.cells[id], measured?.cells[than]];
  const [a, b] = [numberOf(own), numberOf(best)];
  if (a === undefined || b === undefined) return undefined;
  if (isOpenBetween(own, best)) return 1;
  const total = own && isCount(own) ? own.total : undefined;
  if (total !== undefined) return (total - b + HALF) / (total - a + HALF);
  return a > 0 && b > 0 ? Math.max(a / b, b / a) : undefined;
}

/** Returns true if the ends of two figures that lie towards each other are open. */
const isOpenBetween = (own: Cell | undefined, best: Cell | undefined): boolean =>
  (own?.kind === 'bound' && own.side === 'at least') || (best?.kind === 'bound' && best.side === 'at most');

/** The strategies that lead some needs, and those that do not. */
export type Leaders = {
  /** At most two: more are no advice. */
  readonly leaders: readonly string[];
  /** Shown behind nobody, with somebody shown behind it. */
  readonly ahead: readonly string[];
  /** Shown behind nobody. */
  readonly unbeaten: readonly string[];
  readonly behind: readonly string[];
};

const MOST_LEADERS = 2;

const WITHOUT_VERDICT: readonly string[] = ['questioned', 'not-measured', 'not-judged'];

/** Returns the strategies that verdicts are about. */
export const judgedIn = ({ standings }: Pick<NeedResult, 'standings'>): string[] =>
  Object.keys(standings).filter((id) => !WITHOUT_VERDICT.includes(standings[id]?.kind ?? ''));

/**
 * Finds who leads all of these needs: shown behind nobody in each, and somebody shown behind it in one. If a strategy
 * that is level with a leader has better figures in all of them, nobody leads.
 */
export function leadersIn(needs: readonly NeedResult[]): Leaders {
  const ids = [...new Set(needs.flatMap(judgedIn))];
  const isAhead = (need: NeedResult, one: string, other: string) =>
    judgedIn(need).includes(other) && relationIn(need.pairs, one, other) === 'better';
  const isBehind = (id: string) => needs.some((need) => ids.some((other) => isAhead(need, other, id)));
  const unbeaten = ids.filter((id) => needs.every((need) => judgedIn(need).includes(id)) && !isBehind(id));
  const ahead = unbeaten.filter((id) => needs.some((need) => ids.some((other) => isAhead(need, id, other))));
  const level = unbeaten.filter((id) => !ahead.includes(id));
  const isHidden = ahead.some((leader) =>
    level.some((id) => needs.every((need) => looksBetter(need, id, leader))),
  );
  return {
    leaders: ahead.length > MOST_LEADERS || isHidden ? [] : ahead,
    ahead,
    unbeaten,
    behind: ids.filter(isBehind),
  };
}

function looksBetter({ measured }: NeedResult, one: string, other: string): boolean {
  const [a, b] = [one, other].map((id) => numberOf(measured?.cells[id]));
  if (a === undefined || b === undefined) return false;
  return measured?.better === 'higher' ? a > b : a < b;
}

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
  if (standing?.kind === 'overloaded') return { id, standing: 'open', because: 'overloaded', cell };
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
  return { than: first?.than ?? '', factor: first?.factor };
}
