import type { Milliseconds, OpenLoopResult, Timeline } from '../model.ts';

/** A stretch is slow if its median is this many times the usual one. */
const SLOW = 3;
/** A generous bound for the time of a sound request, without the kernel's. */
const REQUEST_MS = 2;

/** The time until a service had recovered. `recovered` is false if it had not by the end of the window. */
export type Recovery = { readonly ms: Milliseconds; readonly recovered: boolean };

/**
 * Measures from a moment to the end of the last bad stretch: one in which a request failed, was refused or had no
 * answer. A slow stretch is bad, too: its median exceeds three times the kernel's time and a request's way. A slow
 * stretch between good ones does not count, because random arrivals cause it.
 *
 * @param from milliseconds from the start of the timeline
 */
export function recoveryFrom(open: OpenLoopResult, from: Milliseconds): Recovery | undefined {
  const { timeline, computeMs } = open;
  if (!timeline) return undefined;
  const { binMs } = timeline;
  const first = Math.floor(from / binMs);
  const slow = timeline.p50.map((p50) => p50 !== null && p50 > SLOW * (computeMs + REQUEST_MS));
  const bad = timeline.ok.map(
    (_, bin) => unserved(timeline, bin) > 0 || (slow[bin] && (slow[bin - 1] || slow[bin + 1])),
  );
  const last = bad.findLastIndex((isBad, bin) => isBad && bin >= first);
  if (last === -1) return { ms: 0, recovered: true };
  return { ms: Math.max(0, (last + 1) * binMs - from), recovered: last < bad.length - 1 };
}

const unserved = ({ failed, refused, timedOut }: Timeline, bin: number): number =>
  (failed[bin] ?? 0) + (refused[bin] ?? 0) + (timedOut[bin] ?? 0);
