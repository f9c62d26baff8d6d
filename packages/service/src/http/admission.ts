import { Overloaded } from './problems.ts';

/** Counts accepted, unfinished requests, and refuses beyond a bound. */
export type Admission = {
  /** @throws Overloaded where every place is taken; does not take one */
  check(): void;
  /** @throws Overloaded where every place is taken */
  enter(): void;
  leave(): void;
  readonly pending: number;
  readonly isFull: boolean;
};

/** @param maxPending requests may be in at a time */
export function createAdmission(maxPending: number): Admission {
  let pending = 0;
  // One for all: an error that is made anew captures its stack, which costs more than the rest of a refusal.
  const refusal = new Overloaded();
  const check = () => {
    if (pending >= maxPending) throw refusal;
  };
  return {
    check,
    enter() {
      check();
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
