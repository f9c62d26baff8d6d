/** What to do about a child that ended by itself: start another after `delayMs`, or give the service up. */
export type RespawnDecision = { readonly delayMs: number } | 'give-up';

/** A child that lived this long was healthy; its end starts a new count. */
const HEALTHY_MS = 2_000;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5_000;
const CRASH_LOOP = 8;

/**
 * Respawn policy with exponential back-off: the first replacement comes at once, each early death after it
 * doubles the delay, and `CRASH_LOOP` early deaths in a row end the service instead of spinning.
 */
export function createRespawnPolicy(): (livedMs: number) => RespawnDecision {
  let earlyDeaths = 0;
  return (livedMs) => {
    if (livedMs >= HEALTHY_MS) earlyDeaths = 0;
    earlyDeaths++;
    if (earlyDeaths > CRASH_LOOP) return 'give-up';
    return {
      delayMs: earlyDeaths === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (earlyDeaths - 2), LONGEST_DELAY_MS),
    };
  };
}
