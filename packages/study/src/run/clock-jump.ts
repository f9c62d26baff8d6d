import type { Milliseconds } from '../model.ts';
import type { Ports } from './context.ts';

/** A disciplined wall clock gains or loses less than this in half an hour, at 500 ppm (RFC 5905). */
const JUMP_MS: Milliseconds = 1_000;

/** The bench only waits while it measures. It reads the clock this often, and is late by less on any busy machine. */
const BEAT_MS: Milliseconds = 250;
const STOPPED_MS: Milliseconds = 2_000;

/**
 * Watches both clocks, and that the bench itself goes on, from now on.
 *
 * @returns a function that ends the watch and explains why the measurement is void. The machine was suspended, the wall
 *   clock was set, or the bench was stopped; the function returns undefined if none of this happened
 */
export function watchClocks(clocks: Pick<Ports, 'now' | 'wallClock'>): () => string | undefined {
  const apart = () => clocks.wallClock() - clocks.now();
  const before = apart();
  let beat = performance.now();
  let stopped: Milliseconds = 0;
  const onBeat = () => {
    stopped = Math.max(stopped, performance.now() - beat - BEAT_MS);
    beat = performance.now();
  };
  const timer = setInterval(onBeat, BEAT_MS);
  return () => {
    clearInterval(timer);
    onBeat();
    const jumped = apart() - before;
    if (Math.abs(jumped) > JUMP_MS)
      return `the clock jumped by ${(jumped / 1000).toFixed(1)} s: the machine was suspended, or its time was set`;
    return stopped > STOPPED_MS
      ? `the bench was stopped for ${(stopped / 1000).toFixed(1)} s, as by Ctrl-Z`
      : undefined;
  };
}
