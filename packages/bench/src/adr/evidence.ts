import { pairOf } from '../analyse/pairs.ts';
import type { Row } from '../decide/decision.ts';
import { kindOf } from '../model.ts';
import type { Interval } from '../stats/interval.ts';

/** How an option stands to the others by one need. */
export type Evidence = {
  readonly row: Row;
  readonly text: string;
  readonly beats: readonly string[];
  readonly beatenBy: readonly string[];
};

/** What a run shows of an option, need by need; only what was measured of it. */
export const evidenceFor = (option: string, rows: readonly Row[]): Evidence[] =>
  rows.flatMap((row) => {
    const { answer } = row;
    const figure = answer?.figures.find(({ contestant }) => contestant === option);
    if (!answer || !figure) return [];
    const others = answer.figures.map(({ contestant }) => contestant).filter((id) => id !== option);
    const those = (relation: 'better' | 'worse') =>
      others.filter((other) => answer.relate(option, other) === relation);
    return [{ row, text: figure.text, beats: those('better'), beatenBy: those('worse') }];
  });

/** `one` against `other` as a ratio that is above 1 where `one` is better; undefined where they have none. */
export function advantage({ answer }: Row, one: string, other: string): Interval | undefined {
  const pair = pairOf(answer?.pairs ?? [], one, other);
  if (!pair) return undefined;
  const { ratio, metric } = pair;
  return kindOf(metric).better === 'lower'
    ? { ...ratio, estimate: 1 / ratio.estimate, low: 1 / ratio.high, high: 1 / ratio.low }
    : ratio;
}
