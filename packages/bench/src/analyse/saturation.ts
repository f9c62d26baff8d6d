import { HEADLINE_CLOSED, type Subject, type Window, type WindowResult } from '../model.ts';
import { summaryOf as median } from '../stats/round-summary.ts';

type Measured = { readonly subject: Subject; readonly window: Window; readonly result: WindowResult };

/** What a contestant did in the headline's closed loop, the median of its windows. */
export type Saturation = {
  /** Answers per second. */
  readonly perSecond: number;
  /** Tasks in computation at once, on average: answers per second × what each computed for (Little's law). */
  readonly busy: number;
};

/** Of every contestant by its id; the twin is the same program, and counts with it. */
export function saturationOf(all: readonly Measured[]): ReadonlyMap<string, Saturation> {
  const closed = all.filter(({ window, result }) => window.id === HEADLINE_CLOSED && result.load);
  const byContestant = Map.groupBy(closed, ({ subject }) => subject.contestant);
  return new Map(
    [...byContestant].map(([contestant, found]) => {
      const loads = found.flatMap(({ result }) => result.load ?? []);
      const perSecond = median(loads.map((load) => load.perSecond));
      const busy = median(loads.map((load) => (load.perSecond * load.computeMs) / 1000));
      return [contestant, { perSecond, busy }];
    }),
  );
}

/**
 * How busy a contestant really was in an open loop, in [0, 1] and beyond where it was overloaded: the work that was
 * asked of it (requests per second × what each computed for) ÷ the work that it does when it is saturated.
 *
 * @returns undefined where it was never saturated, or does not tell what it computed for
 */
export function realisedUtilisation(
  { subject, result: { open } }: Pick<Measured, 'subject' | 'result'>,
  saturation: ReadonlyMap<string, Saturation>,
): number | undefined {
  const at = saturation.get(subject.contestant);
  if (!open || !at || !(open.computeMs > 0 && at.busy > 0)) return undefined;
  return (open.perSecond * open.computeMs) / 1000 / at.busy;
}
