import { UsageError } from '@cpu-bound/study/config/config';
import type { Seconds } from '@cpu-bound/study/model';

const UNITS: Readonly<Record<string, Seconds>> = { s: 1, m: 60, h: 3_600 };

/** `90s`, `30m` or `2h` in seconds. @throws UsageError naming the flag, and what is accepted */
export function durationOf(flag: string, text: string): Seconds {
  const seconds = Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? Number.NaN);
  if (seconds > 0 && Number.isFinite(seconds) && text.trim() === text) return seconds;
  throw new UsageError([`${flag} ${text}: accepted: a time above 0 with its unit, as 90s, 30m or 2h`]);
}
