import { availableParallelism } from 'node:os';

/** The outcome of a check. */
export type Finding = {
  readonly id: string;
  readonly what: string;
  /** The limit, in words. */
  readonly accepted: string;
  readonly observed: string;
  /** Absent if nothing was judged: it is only said, or was not measured. */
  readonly ok?: boolean;
};

/** Returns the outcome of a check, if something was measured that it could have refused. */
export const outcome = (isMeasured: boolean, ok: boolean): Pick<Finding, 'ok'> => (isMeasured ? { ok } : {});

/** The chance that a bench with the required power finds fewer faults than are required. */
const BY_CHANCE = 0.1;

/**
 * Requires so many of some planted faults that a bench with this power finds fewer in at most one series of ten: 9 of 10
 * and 18 of 20 at 95 %.
 */
export function leastFound(planted: number, power = 0.95): number {
  let chance = (1 - power) ** planted; // of exactly this number, by the binomial distribution
  let [found, upToIt] = [0, chance];
  while (upToIt <= BY_CHANCE) {
    chance *= ((planted - found) / (found + 1)) * (power / (1 - power));
    found++;
    upToIt += chance;
  }
  return found;
}

/** Allows as many false alarms as a bench with an error of 5 % exceeds in at most one series of ten. */
export const mostAlarms = (compared: number): number => compared - leastFound(compared);

/**
 * Returns true if each of some generators can have a core beside that of a server. Open loops run at real time: as many
 * as there are cores take all of them from the server.
 */
export const hasCoreForEach = (generators: number): boolean => availableParallelism() > generators;
