import { mostGenerators } from '@cpu-bound/measure/model/core-division';
import type { Config } from '../config/config.ts';
import type { Window } from '../model.ts';

/** The load generators that the closed loop of each window takes: one, until one was the limit. */
export type GeneratorsNeeded = {
  of(window: Pick<Window, 'id'>): number;
  /**
   * Doubles them for this window, from now on and for every contestant.
   *
   * @returns false if there are no more
   */
  more(window: Pick<Window, 'id'>): boolean;
};

export function createGeneratorsNeeded({
  cores,
  division,
}: Pick<Config, 'cores' | 'division'>): GeneratorsNeeded {
  const known = new Map<string, number>();
  const of = ({ id }: Pick<Window, 'id'>) => known.get(id) ?? 1;
  return {
    of,
    more(window) {
      const [now, most] = [of(window), mostGenerators(cores, division)];
      known.set(window.id, Math.min(2 * now, most));
      return now < most;
    },
  };
}
