import type { Accounting, Milliseconds, OpenLoopResult, Timeline } from '../../../model.ts';
import { quantile, sortedCopy } from '../../../stats/quantile.ts';
import { noRequests } from '../tally.ts';
import type { Verification } from '../verifier.ts';

/** What became of one request; times in milliseconds from the start of the schedule. */
export type Fate = {
  readonly due: Milliseconds;
  readonly sentAt: Milliseconds;
  /** Which part of a mixed load it asked for. */
  readonly part: number;
  outcome: Verification['outcome'] | 'pending';
  endAt: Milliseconds;
};

export type Ending = 'ok' | 'wrong' | 'refused' | 'failed' | 'timedOut';

/** An answer after the deadline is no better than none. */
const endingOf = ({ outcome, endAt, due }: Fate, timeoutMs: Milliseconds): Ending =>
  outcome === 'pending' || endAt - due > timeoutMs ? 'timedOut' : outcome;

/** Counts each request once. */
export function account(fates: readonly Fate[], timeoutMs: Milliseconds): Accounting {
  const accounting = noRequests();
  for (const fate of fates) {
    accounting.sent++;
    accounting[endingOf(fate, timeoutMs)]++;
  }
  return accounting;
}

/** Latencies of the right answers, and of the requests without one at their timeout; in intended order. */
export function latenciesOf(fates: readonly Fate[], timeoutMs: Milliseconds): Float32Array {
  return Float32Array.from(
    fates.flatMap((fate) => {
      const ending = endingOf(fate, timeoutMs);
      if (ending === 'ok') return [fate.endAt - fate.due];
      return ending === 'timedOut' ? [timeoutMs] : [];
    }),
  );
}

/** How soon the refused were told so; a refusal is of use only when it is quick. */
export function refusalsOf(fates: readonly Fate[]): Pick<OpenLoopResult, 'refusedMs'> {
  const times = sortedCopy(
    fates.filter(({ outcome }) => outcome === 'refused').map(({ endAt, due }) => endAt - due),
  );
  if (times.length === 0) return {};
  return { refusedMs: { n: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) } };
}

/** How long after `to` the last of them had ended, one way or the other. */
export const backlogOf = (fates: readonly Fate[], to: Milliseconds, timeoutMs: Milliseconds): Milliseconds =>
  fates.reduce((most, { due, endAt }) => Math.max(most, Math.min(endAt, due + timeoutMs) - to), 0);

const BIN_MS = 100;

/** The fates by the time at which they were due. @param from where the first bin begins */
export function timelineOf(
  fates: readonly Fate[],
  from: Milliseconds,
  to: Milliseconds,
  timeoutMs: Milliseconds,
): Timeline {
  const bins = Array.from({ length: Math.max(1, Math.ceil((to - from) / BIN_MS)) }, (): Fate[] => []);
  for (const fate of fates) bins[Math.floor((fate.due - from) / BIN_MS)]?.push(fate);
  const count = (ending: Ending) =>
    bins.map((bin) => bin.filter((fate) => endingOf(fate, timeoutMs) === ending).length);
  const median = (bin: readonly Fate[]) => {
    const right = bin.filter((fate) => endingOf(fate, timeoutMs) === 'ok');
    const sorted = sortedCopy(right.map(({ endAt, due }) => endAt - due));
    return sorted.length === 0 ? null : Math.round(quantile(sorted, 0.5) * 100) / 100;
  };
  return {
    binMs: BIN_MS,
    ok: count('ok'),
    refused: count('refused'),
    failed: count('failed'),
    timedOut: count('timedOut'),
    p50: bins.map(median),
  };
}
