import { Overloaded } from './problems.js';

export type Admission = {
  /** Does the work, which has a place until it is done. @throws Overloaded where every place is taken */
  admit<T>(work: () => T | Promise<T>): Promise<T>;
  /** Counts the work that was let in and is not done. */
  readonly pending: number;
};

/**
 * @param maxPending requests may be in at a time. A body that arrives and an answer that is read take no place, so that a
 *   slow client cannot keep the places from the others.
 */
export function createAdmission(maxPending: number): Admission {
  let pending = 0;
  return {
    async admit(work) {
      if (pending >= maxPending) throw new Overloaded();
      pending++;
      try {
        return await work();
      } finally {
        pending--;
      }
    },
    get pending() {
      return pending;
    },
  };
}
