import { overloaded } from './problems.ts';

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Creates the admission of a service.
 *
 * @param maxPending the number of places. A request takes no place while its body arrives or its answer is read, so slow
 *   clients cannot occupy all places.
 */
export function createAdmission(maxPending: number) {
  let pending = 0;
  return {
    /** Runs the work, which has a place until it ends. @throws HttpProblem 503 if every place is taken */
    async admit<T>(work: () => T | Promise<T>): Promise<T> {
      if (pending >= maxPending) throw overloaded();
      pending++;
      try {
        return await work();
      } finally {
        pending--;
      }
    },
    /** The amount of admitted work that has not ended. */
    get pending(): number {
      return pending;
    },
  };
}
