import type { NeedResult } from '../model.ts';
import { numberOf } from './effect.ts';
import { relationIn } from './standing.ts';

/** Who leads some needs, and who does not. */
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
