import type { Milliseconds } from '../model.ts';
import type { Ports } from './context.ts';

/** Beyond what a wall clock gains or loses in half an hour as it is disciplined, at most 500 ppm (RFC 5905). */
const JUMP_MS: Milliseconds = 1_000;

/**
 * Watches both clocks from now on.
 *
 * @returns why what was measured meanwhile is void: a machine that was suspended, or a wall clock that was set, in
 *   either direction. Undefined where the two went on alike.
 */
export function watchClocks(clocks: Pick<Ports, 'now' | 'wallClock'>): () => string | undefined {
  const apart = () => clocks.wallClock() - clocks.now();
  const before = apart();
  return () => {
    const jumped = apart() - before;
    return Math.abs(jumped) <= JUMP_MS
      ? undefined
      : `the clock jumped by ${(jumped / 1000).toFixed(1)} s: the machine was suspended, or its time was set`;
  };
}
