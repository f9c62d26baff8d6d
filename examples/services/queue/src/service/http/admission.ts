import type { RequestHandler } from 'express';
import { Overloaded } from './problems.js';

/** Wraps a handler, so that it has a place until it ends. */
export type Admit = <P>(handler: RequestHandler<P>) => RequestHandler<P>;

export type Admission = {
  /** Throws `Overloaded` where every place is taken. */
  readonly admitted: Admit;
  /** Requests that were let in and are not done. */
  readonly pending: number;
};

/**
 * @param maxPending the number of places. A request takes no place while its body arrives or its answer is read, so slow
 *   clients cannot occupy all places.
 */
export function createAdmission(maxPending: number): Admission {
  let pending = 0;
  return {
    admitted: (handler) => async (request, response, next) => {
      if (pending >= maxPending) throw new Overloaded();
      pending++;
      try {
        await handler(request, response, next);
      } finally {
        pending--;
      }
    },
    get pending() {
      return pending;
    },
  };
}
