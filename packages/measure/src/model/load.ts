import type { Query } from '@cpu-bound/workload';
import type { LoadFigures } from './open-loop.ts';
import type { Milliseconds } from './units.ts';

/** The octets of a request's body, and of its answer. */
export type Octets = { readonly in: number; readonly out: number };

/** A load for capacity alone: each connection sends its next request when it has its answer. */
export type ClosedLoad = { readonly kind: 'closed'; readonly query: Query; readonly connections: number };

/**
 * The rule by which a connection is chosen for a request. `random`: a free one, by a seeded choice, as with
 * independent clients. `in-turn`: the least recently used. `most-recent`: the most recently used, as Node's
 * `http.Agent` and nginx's upstream `keepalive` do. `per-request`: a new one for each.
 */
export type ConnectionPolicy = 'random' | 'in-turn' | 'most-recent' | 'per-request';

export type LoadResult = LoadFigures & {
  /** `answers` ÷ `seconds`, for windows of any length (docs/adr/0049). */
  readonly perSecond: number;
  /** Answers in each twentieth of a second, in order. */
  readonly bins: readonly number[];
  /** Answers that came before their request was sent: second answers to the request before. Absent: none. */
  readonly answeredTwice?: number;
  /** The longest time in the window in which the generator could not send, because it was stopped or had no core. */
  readonly generatorPauseMs: Milliseconds;
};
