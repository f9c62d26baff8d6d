import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Observation } from '@cpu-bound/study/analyse/observations';
import { recoveryFrom } from '@cpu-bound/study/analyse/observations';
import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/need';
import { peakMemory, recovery } from '../metrics.ts';
import type { MetricSpec, QuestionSpec } from '../question.ts';

/** The load after the overload, as a share of its own throughput, in which the backlog has to drain. */
const AFTERWARDS = { ofCapacity: 0.3, seconds: 2.4 };

/**
 * The number of requests that a service may have in work or waiting for each of its workers: few enough to cause
 * refusals, and the same for each strategy, because a longer queue answers later (docs/adr/0063).
 */
const PENDING_PER_WORKER = 32;

/** The value of MAX_PENDING: each process that gets connections counts its own requests, any other service all of them. */
const mostPending = ({ workers: hasWorkers, deals }: Contestant, workers: number): number =>
  hasWorkers === false || deals === 'connections' ? PENDING_PER_WORKER : PENDING_PER_WORKER * workers;

/** The time from the end of the overload until new requests are served as usual and the old ones are gone. */
function recovered({ result: { open } }: Observation) {
  const fresh = open && recoveryFrom(open, open.seconds * 1000);
  return fresh && { ...fresh, ms: Math.max(fresh.ms, open.backlogMs) };
}

const metrics: readonly MetricSpec[] = [
  {
    id: 'goodput',
    title: 'answers/s',
    // Right answers during the overload.
    read: ({ result: { open } }) => open && open.answers / open.seconds,
    compared: true,
  },
  {
    id: 'wait-p50',
    title: 'p50 of answered requests (ms)',
    // A refusal is the right answer to an overload, and is no wait.
    read: ({ result }) => result.open?.answeredMs?.p50,
    compared: true,
  },
  {
    id: 'shed',
    title: 'refused',
    shown: 'percent',
    // The share of the requests due in the overload; requests before and after have no latencies here.
    read({ result: { open } }) {
      const due = open ? open.perSecond * open.seconds : 0;
      return open && due > 0 ? (open.refusedMs?.n ?? 0) / due : undefined;
    },
  },
  { id: 'shed-p99', title: 'p99 of a refusal (ms)', read: ({ result }) => result.open?.refusedMs?.p99 },
  {
    id: 'errors',
    title: 'failed or unanswered',
    shown: 'count',
    read: ({ result: { open } }) => open && open.accounting.failed + open.accounting.timedOut,
  },
  peakMemory,
  ...recovery(recovered),
];

/** More load than the contestant can answer, then less, to measure answers, refusals and the recovery. */
export const overload: QuestionSpec = {
  id: 'overload',
  question: 'What happens under overload?',
  profiles: ['thorough'],
  once: ['standard'],
  why: 'A service has to refuse early, which it can only while its event loop is free. A limit on requests that wait keeps answers timely ([SRE book: handling overload](https://sre.google/sre-book/handling-overload/)).',
  place: 'each',
  changes: (contestant, { workers }) => ({ env: { MAX_PENDING: String(mostPending(contestant, workers)) } }),
  windows: ({ profile }) =>
    profile.overloads.map((load) => ({
      id: `overload-${load}`,
      seconds: 1,
      leadInSeconds: 0.2,
      setting: { pendingPerWorker: PENDING_PER_WORKER },
      load: { load, of: 'own', changes: { afterwards: AFTERWARDS } },
      // If there is no time for more: two contestants whose rounds all lie apart differ.
      rounds: profile.inFull ? undefined : ROUNDS_TO_LIE_APART,
    })),
  named: ({ setting }) => `${setting.load} times its own throughput`,
  metrics,
  judgedBy: ['goodput'],
  needs: [
    {
      id: 'overload',
      title: 'answers under overload',
      titled: ({ setting }) => `answers and their wait at ${setting.load}× overload`,
      unit: '/s',
      group: 'light requests',
      order: 50,
      // A service that makes every client wait for seconds answers as many, so answers have to come sooner, too.
      of: ['goodput', 'wait-p50'],
      wait: 'wait-p50',
      at: (condition, { conditions }) => condition === conditions.at(-1),
      under: ({ setting }) => `${setting.load} times its own throughput`,
    },
  ],
  charts: [
    {
      title: 'What still gets through when too much is asked',
      axis: 'right answers per second',
      of: ['goodput'],
    },
    {
      name: 'waits',
      title: 'How long answered requests waited',
      axis: 'median latency of answered requests (ms)',
      of: ['wait-p50'],
    },
  ],
};
