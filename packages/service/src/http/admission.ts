import { Overloaded } from './problems.ts';

/** Counts accepted, unfinished requests, and refuses beyond a bound. */
export type Admission = {
  enter(): void;
  leave(): void;
  readonly pending: number;
  readonly isFull: boolean;
};

/** @throws Overloaded from `enter` when `maxPending` requests are in already */
export function createAdmission(maxPending: number): Admission {
  let pending = 0;
  // One for all: an error that is made anew captures its stack, which costs more than the rest of a refusal.
  const refusal = new Overloaded();
  return {
    enter() {
      if (pending >= maxPending) throw refusal;
      pending++;
    },
    leave() {
      pending--;
    },
    get pending() {
      return pending;
    },
    get isFull() {
      return pending >= maxPending;
    },
  };
}
