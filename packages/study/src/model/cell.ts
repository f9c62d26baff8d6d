import type { Milliseconds } from '@cpu-bound/measure/model';
import type { Interval } from '@cpu-bound/stats/verdict';

/** A figure of a contestant as a number on an axis, with the value of each round if they were stored. */
export type Amount = Interval & {
  /** The upper end is a deadline, beyond which the bench did not wait. */
  readonly censored?: true;
  readonly rounds?: readonly number[];
};

/** A single number in the unit of its need, with what belongs to it. */
export type NumberCell = {
  readonly kind: 'number';
  readonly value: Amount;
  /** The share of requests without an answer, if it is large enough to be shown. */
  readonly unanswered?: number;
  /** The median latency of the answers, if the number means nothing without it. */
  readonly wait?: Interval;
  /** The median latency of a light request, likewise; in ms. */
  readonly hello?: Interval;
};

export type CountCell = { readonly count: Amount; readonly total?: number } & (
  | {
      /** Other requests without an answer, beside a task that fails. */
      readonly kind: 'beside a failing task';
      readonly silence?: Milliseconds;
      readonly restarts?: Interval;
    }
  | {
      /** Requests without an answer around a fault, and the time until all was well again. */
      readonly kind: 'around a fault';
      readonly failed: Interval;
      readonly lost: Interval;
      readonly refused: Interval;
      readonly recovery?: Interval & { readonly isOver: boolean };
      /** The means by which its worker ended, if it differs from the others': the count is then compared with none. */
      readonly apart?: string;
    }
  | {
      /** Accepted jobs that were lost: the count is that with this durability, which is the usual one. */
      readonly kind: 'lost jobs';
      readonly durability: string;
      readonly by: readonly {
        readonly durability: string;
        readonly lost: Interval;
        readonly accepted?: number;
      }[];
    }
);

/** How many windows kept the target: a count, which says no rate. */
type Kept = { readonly kept: number; readonly windows: number };

/** The figure of a contestant for a need, as a value. Words are made of it on the page, and nothing reads them back. */
export type Cell =
  | NumberCell
  | CountCell
  | {
      readonly kind: 'parts';
      readonly lines: number;
      readonly packages: number;
      readonly servers: number;
    }
  /** The windows show one end of the figure, which holds with 97.5 %, and leave the other one open. */
  | ({ readonly kind: 'bound'; readonly side: 'at most' | 'at least'; readonly value: number } & Kept)
  /** The windows show neither end. */
  | ({ readonly kind: 'open'; readonly why: 'not known' | 'too few rounds' } & Kept)
  /** The contestant has no such figure by construction: `no Redis`. */
  | { readonly kind: 'none'; readonly why: string };

export const isCount = (cell: Cell): cell is CountCell => 'count' in cell;

/** Returns the number that an axis shows; undefined if the figure is no number, or compared with none. */
export function amountOf(cell: Cell): Amount | undefined {
  if (cell.kind === 'number') return cell.value;
  return cell.kind === 'beside a failing task' || (cell.kind === 'around a fault' && cell.apart === undefined)
    ? cell.count
    : undefined;
}

/** Returns a figure's number if it means something alone. */
export const singleNumber = (cell: Cell | undefined): Amount | undefined =>
  cell?.kind === 'number' && !cell.wait && !cell.hello ? cell.value : undefined;
