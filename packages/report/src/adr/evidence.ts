import type { Interval } from '@cpu-bound/stats/interval';
import type { NeedResult } from '@cpu-bound/study/decide/decision';
import { seenFrom } from '@cpu-bound/study/decide/standing';

/** How an option stands to the others by one need. */
export type Evidence = {
  readonly need: NeedResult;
  readonly text: string;
  readonly betterThan: readonly string[];
  readonly worseThan: readonly string[];
};

/** What a run shows of an option, need by need; only what was measured of it. */
export const evidenceFor = (option: string, needs: readonly NeedResult[]): Evidence[] =>
  needs.flatMap((need) => {
    const isOverloaded = need.standings[option]?.kind === 'overloaded';
    const text = isOverloaded ? 'overloaded' : need.measured?.figures[option];
    if (text === undefined) return [];
    const pairs = need.pairs.flatMap((pair) => seenFrom(option, pair) ?? []);
    const those = (wanted: 'better' | 'worse') =>
      pairs.filter(({ relation }) => relation === wanted).map(({ other }) => other);
    return [{ need, text, betterThan: those('better'), worseThan: those('worse') }];
  });

/** By how much `one` is better than `other`: above 1 where it is; undefined where they have no ratio. */
export const advantage = ({ pairs }: NeedResult, one: string, other: string): Interval | undefined =>
  pairs.flatMap((pair) => seenFrom(one, pair) ?? []).find((pair) => pair.other === other)?.ratio;
