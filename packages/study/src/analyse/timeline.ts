import type { Milliseconds, OpenLoopResult, Timeline } from '../model.ts';

/** A median this many times the usual one is slow. */
const SLOW = 3;
/** The time that a sound request takes beside the kernel; a generous bound. */
const BESIDE_THE_KERNEL_MS = 2;

/** When a service was well again. `recovered` is false where it was not by the end of what was watched. */
export type Recovery = { readonly ms: Milliseconds; readonly recovered: boolean };

/**
 * From a moment to the end of the last stretch in which something failed, was refused or without an answer, or
 * was slow: its median more than three times what the kernel and a request's way take. A slow stretch between
 * good ones is what random arrivals do by themselves, and does not count.
 *
 * @param from milliseconds from the start of the timeline
 */
export function recoveryFrom(open: OpenLoopResult, from: Milliseconds): Recovery | undefined {
  const { timeline, computeMs } = open;
  if (!timeline) return undefined;
  const { binMs } = timeline;
  const first = Math.floor(from / binMs);
  const slow = timeline.p50.map((p50) => p50 !== null && p50 > SLOW * (computeMs + BESIDE_THE_KERNEL_MS));
  const bad = timeline.ok.map(
    (_, bin) => unserved(timeline, bin) > 0 || (slow[bin] && (slow[bin - 1] || slow[bin + 1])),
  );
  const last = bad.findLastIndex((isBad, bin) => isBad && bin >= first);
  if (last === -1) return { ms: 0, recovered: true };
  return { ms: Math.max(0, (last + 1) * binMs - from), recovered: last < bad.length - 1 };
}

const unserved = ({ failed, refused, timedOut }: Timeline, bin: number): number =>
  (failed[bin] ?? 0) + (refused[bin] ?? 0) + (timedOut[bin] ?? 0);
