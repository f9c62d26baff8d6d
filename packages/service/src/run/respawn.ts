/** What to do about a child that ended by itself: start another after `delayMs`, or give the service up. */
export type RespawnDecision = { readonly delayMs: number } | 'give-up';

/** A child that ended sooner never was of use. */
const EARLY_MS = 2_000;
/** A child that lived this long was healthy; its end starts a new count. */
const HEALTHY_MS = 60_000;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5_000;
const CRASH_LOOP = 8;

/**
 * Respawn policy of one child and its successors, with exponential back-off: the first replacement comes at once,
 * and each death soon after it doubles the delay. `CRASH_LOOP` deaths in a row right after the start end the
 * service instead of spinning.
 */
export function createRespawnPolicy(): (livedMs: number) => RespawnDecision {
  let deaths = 0;
  let earlyDeaths = 0;
  return (livedMs) => {
    deaths = livedMs >= HEALTHY_MS ? 1 : deaths + 1;
    earlyDeaths = livedMs >= EARLY_MS ? 0 : earlyDeaths + 1;
    if (earlyDeaths > CRASH_LOOP) return 'give-up';
    return { delayMs: deaths === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS) };
  };
}
