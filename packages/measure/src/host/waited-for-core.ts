import { readFileSync } from 'node:fs';
import type { Seconds } from '../model.ts';

/**
 * Reads how long the calling thread could have computed so far and had no core (`man 5 proc`, schedstat). It is 0 if
 * the system does not report it.
 */
export function waitedForCore(): Seconds {
  try {
    const [, nanoseconds = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e9;
  } catch {
    return 0;
  }
}
