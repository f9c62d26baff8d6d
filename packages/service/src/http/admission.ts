import { Overloaded } from './problems.ts';

/** Counts accepted, unfinished requests and the bytes that nobody has read yet, and refuses beyond a bound. */
export type Admission = {
  enter(): void;
  /** @param bytes of the answer that wait in memory for a slow reader; given back with `leave` */
  unread(bytes: number): void;
  leave(unread?: number): void;
  readonly pending: number;
  readonly isFull: boolean;
};

/** Slow readers of large answers may keep this much of the process's memory together. */
const MOST_UNREAD_BYTES = 64 * 2 ** 20;

/** @throws Overloaded from `enter` when `maxPending` requests are in already, or too much waits to be read */
export function createAdmission(maxPending: number): Admission {
  let pending = 0;
  let unreadBytes = 0;
  // One for all: an error that is made anew captures its stack, which costs more than the rest of a refusal.
  const refusal = new Overloaded();
  const isFull = () => pending >= maxPending || unreadBytes >= MOST_UNREAD_BYTES;
  return {
    enter() {
      if (isFull()) throw refusal;
      pending++;
    },
    unread(bytes) {
      unreadBytes += bytes;
    },
    leave(unread = 0) {
      pending--;
      unreadBytes -= unread;
    },
    get pending() {
      return pending;
    },
    get isFull() {
      return isFull();
    },
  };
}
