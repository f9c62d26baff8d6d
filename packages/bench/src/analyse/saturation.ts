import { busyWith, HEADLINE_CLOSED, type Subject, type Window, type WindowResult } from '../model.ts';
import { summaryOf as median } from '../stats/round-summary.ts';

type Measured = {
  readonly trial: string;
  readonly subject: Subject;
  readonly window: Window;
  readonly result: WindowResult;
};

/** What was done in the headline's closed loops, the median of their windows. */
export type Saturation = {
  /** Answers per second of each contestant, over all rounds. */
  readonly perSecond: ReadonlyMap<string, number>;
  /**
   * Tasks in computation at once, by process. Of each process by itself: an error that all rounds shared would be in no interval.
   */
  readonly busy: ReadonlyMap<string, number>;
};

const processOf = ({ trial, subject }: Pick<Measured, 'trial' | 'subject'>) => `${trial} ${subject.name}`;

export function saturationOf(all: readonly Measured[]): Saturation {
  const closed = all.flatMap(({ window, result: { load }, ...of }) =>
    window.id === HEADLINE_CLOSED && load ? [{ ...of, load }] : [],
  );
  const of = (
    keyOf: (one: (typeof closed)[number]) => string,
    valueIn: (load: (typeof closed)[number]['load']) => number,
  ) =>
    new Map(
      [...Map.groupBy(closed, keyOf)].map(([key, found]) => [
        key,
        median(found.map((one) => valueIn(one.load))),
      ]),
    );
  return {
    perSecond: of(
      ({ subject }) => subject.contestant,
      (load) => load.perSecond,
    ),
    busy: of(processOf, busyWith),
  };
}

/** The contestant of the smallest capacity, which shared loads are shares of; undefined where none was saturated. */
export function slowestOf({ perSecond }: Saturation, contestants: readonly { readonly id: string }[]) {
  const known = contestants.flatMap(({ id }) => {
    const rate = perSecond.get(id);
    return rate === undefined ? [] : [{ id, rate }];
  });
  return known.toSorted((a, b) => a.rate - b.rate)[0]?.id;
}

/** Tasks in computation at once when this process was saturated; undefined where it never was. */
export const busyAtSaturation = (of: Pick<Measured, 'trial' | 'subject'>, { busy }: Saturation) =>
  busy.get(processOf(of));

/**
 * How busy a process really was in an open loop, in [0, 1] and beyond where it was overloaded: the work that was asked
 * of it (requests per second × what each computed for) ÷ the work that it does when it is saturated.
 *
 * @returns undefined where it was never saturated, or does not tell what it computed for
 */
export function realisedUtilisation(
  { result: { open }, ...of }: Omit<Measured, 'window'>,
  saturation: Saturation,
): number | undefined {
  const most = busyAtSaturation(of, saturation);
  if (!open || most === undefined || !(open.computeMs > 0 && most > 0)) return undefined;
  return busyWith(open) / most;
}
