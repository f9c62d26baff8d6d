import type { Seconds } from '../model.ts';
import { systemText } from './system-text.ts';

/** Reads how long this thread had no core so far (`man 5 proc`, schedstat); 0 if the system does not tell. */
export function waitedForCore(): Seconds {
  const [, nanoseconds = '0'] = systemText('/proc/thread-self/schedstat').split(' ');
  return Number(nanoseconds) / 1e9;
}
