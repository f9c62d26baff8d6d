import type { RequestHandler } from 'express';
import { Overloaded } from './problems.js';

/** Gives a handler a place among those that are let in, until it is done. */
export type Admit = <P>(handler: RequestHandler<P>) => RequestHandler<P>;

export type Admission = {
  /** Throws `Overloaded` where every place is taken. */
  readonly admitted: Admit;
  /** Requests that were let in and are not done. */
  readonly pending: number;
};

/**
 * @param maxPending requests may be in at a time. A body that arrives and an answer that is read take no place, so that a
 *   slow client cannot keep the places from the others.
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
