import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import type { Accounting, Milliseconds, OpenLoopResult, Timeline } from '../../model.ts';
import { type AnswerFacts, Answers, joinedFacts, noRequests } from '../tally.ts';
import type { Verification } from '../verifier.ts';

/** A request of an open loop; times in milliseconds from the start of the schedule. */
export type OpenRequest = {
  readonly due: Milliseconds;
  readonly sentAt: Milliseconds;
  /** The index of the part of a mixed load. */
  readonly part: number;
  outcome: Verification['outcome'] | 'pending';
  endAt: Milliseconds;
};

/** Latencies from the due time, and the send lag of each of those requests. */
export type Latencies = { readonly fromDue: Float32Array; readonly lags: Float32Array };

type Ending = 'ok' | 'wrong' | 'refused' | 'failed' | 'timedOut';

/** Decides the ending of a request: an answer after the deadline is no better than none. */
const endingOf = ({ outcome, endAt, due }: OpenRequest, timeoutMs: Milliseconds): Ending =>
  outcome === 'pending' || endAt - due > timeoutMs ? 'timedOut' : outcome;

/** Counts each request once. */
export function account(requests: readonly OpenRequest[], timeoutMs: Milliseconds): Accounting {
  const accounting = noRequests();
  for (const request of requests) {
    accounting.sent++;
    accounting[endingOf(request, timeoutMs)]++;
  }
  return accounting;
}

/**
 * Lists the latency of every request, in intended order. A request without a right answer counts with its timeout,
 * whether it was refused, failed or never answered. A service that refuses quickly is not fast.
 */
export const latenciesOf = (requests: readonly OpenRequest[], timeoutMs: Milliseconds): Latencies => ({
  fromDue: Float32Array.from(requests, (request) =>
    endingOf(request, timeoutMs) === 'ok' ? request.endAt - request.due : timeoutMs,
  ),
  lags: Float32Array.from(requests, ({ sentAt, due }) => sentAt - due),
});

/** Under overload, a refusal helps only if it is quick. */
export function timesOf(
  requests: readonly OpenRequest[],
  ending: 'ok' | 'refused',
  timeoutMs: Milliseconds,
): OpenLoopResult['refusedMs'] {
  const times = sortedCopy(
    requests
      .filter((request) => endingOf(request, timeoutMs) === ending)
      .map(({ endAt, due }) => endAt - due),
  );
  if (times.length === 0) return undefined;
  return { n: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** Computes how long after `to` the last of the requests had ended, in any way. */
export const backlogOf = (
  requests: readonly OpenRequest[],
  to: Milliseconds,
  timeoutMs: Milliseconds,
): Milliseconds =>
  requests.reduce((longest, { due, endAt }) => Math.max(longest, Math.min(endAt, due + timeoutMs) - to), 0);

/** Computes the time from the first to the last due request that was not served, if there is one. */
export function unservedOf(
  requests: readonly OpenRequest[],
  timeoutMs: Milliseconds,
): Milliseconds | undefined {
  const due = requests
    .filter((request) => endingOf(request, timeoutMs) !== 'ok')
    .map((request) => request.due);
  return due.length === 0 ? undefined : (due.at(-1) ?? 0) - (due[0] ?? 0);
}

/** Finds the longest time between `from` and `to` in which no client got a right answer. */
export function silenceOf(
  requests: readonly OpenRequest[],
  from: Milliseconds,
  to: Milliseconds,
  timeoutMs: Milliseconds,
): Milliseconds {
  const ends = requests
    .filter((request) => endingOf(request, timeoutMs) === 'ok' && request.endAt > from && request.endAt < to)
    .map(({ endAt }) => endAt)
    .sort((a, b) => a - b);
  let longest = 0;
  let last = from;
  for (const end of [...ends, to]) {
    longest = Math.max(longest, end - last);
    last = end;
  }
  return longest;
}

const BIN_MS = 100;

/** Counts the requests by their due times. @param from the start of the first bin */
export function timelineOf(
  requests: readonly OpenRequest[],
  from: Milliseconds,
  to: Milliseconds,
  timeoutMs: Milliseconds,
): Timeline {
  const bins = Array.from({ length: Math.max(1, Math.ceil((to - from) / BIN_MS)) }, (): OpenRequest[] => []);
  for (const request of requests) bins[Math.floor((request.due - from) / BIN_MS)]?.push(request);
  const count = (ending: Ending) =>
    bins.map((bin) => bin.filter((request) => endingOf(request, timeoutMs) === ending).length);
  const median = (bin: readonly OpenRequest[]) => {
    const right = bin.filter((request) => endingOf(request, timeoutMs) === 'ok');
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

export type GeneratorReport = Pick<
  OpenLoopResult,
  'socketWaits' | 'connectionsOpened' | 'utilisation' | 'generatorCpu'
>;

export type OpenLoopRecord = AnswerFacts & {
  readonly requests: readonly OpenRequest[];
  /** The label of each target, by the index that is the `part` of a request. */
  readonly labels: readonly string[];
  readonly computeTimes: readonly Milliseconds[];
  readonly generator: GeneratorReport;
};

/** Joins what several generators have seen of one load. Their requests have one schedule, so they are put in its order. */
export function joined(records: readonly OpenLoopRecord[]): OpenLoopRecord {
  const sum = (of: (generator: GeneratorReport) => number) =>
    records.reduce((total, { generator }) => total + of(generator), 0);
  return {
    ...joinedFacts(records),
    requests: records.flatMap(({ requests }) => requests).sort((a, b) => a.due - b.due),
    labels: records[0]?.labels ?? [],
    computeTimes: records.flatMap(({ computeTimes }) => computeTimes),
    generator: {
      socketWaits: sum(({ socketWaits }) => socketWaits),
      connectionsOpened: sum(({ connectionsOpened }) => connectionsOpened),
      // The busiest decides whether the requests left on time.
      utilisation: Math.max(...records.map(({ generator }) => generator.utilisation)),
      generatorCpu: sum(({ generatorCpu }) => generatorCpu),
    },
  };
}

/** The requests of one open loop, and the contents of their answers. */
export class RequestLog {
  readonly answers = new Answers();
  pending = 0;
  readonly #requests: OpenRequest[] = [];
  readonly #computeTimes: Milliseconds[] = [];

  begin(request: Pick<OpenRequest, 'due' | 'sentAt' | 'part'>): OpenRequest {
    const begun: OpenRequest = { ...request, outcome: 'pending', endAt: Number.POSITIVE_INFINITY };
    this.#requests.push(begun);
    this.pending++;
    return begun;
  }

  /** Records the end of a request. @returns whether this is its first answer */
  end(request: OpenRequest, endAt: Milliseconds, verification: Verification): boolean {
    if (request.outcome !== 'pending') {
      this.answers.answeredTwice++;
      return false;
    }
    this.pending--;
    request.endAt = endAt;
    request.outcome = verification.outcome;
    this.answers.note(verification, (judged) => {
      request.outcome = judged.outcome;
    });
    if (verification.outcome === 'ok') {
      this.#computeTimes.push(verification.computeMs);
      this.answers.countFor(verification.worker);
    }
    return true;
  }

  record(labels: readonly string[], generator: GeneratorReport): OpenLoopRecord {
    return {
      ...this.answers.facts,
      requests: this.#requests,
      labels,
      computeTimes: this.#computeTimes,
      generator,
    };
  }
}
