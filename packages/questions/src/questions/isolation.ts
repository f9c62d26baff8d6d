import { ROUNDS_TO_LIE_APART } from '@cpu-bound/study/decide/need';
import { TASK_TIMEOUT_MS } from '@cpu-bound/study/run/poison';
import { POISONS, type Poison } from '@cpu-bound/workload/poisoned';
import { amount } from '../analyse.ts';
import { outcomes } from '../metrics.ts';
import type { MetricSpec, NeedSpec, QuestionSpec } from '../question.ts';

/** A share of what one core computes. A single process has room for it, so that no request fails for lack of room. */
const LOAD = { load: 0.4, of: 'core' } as const;
/**
 * All contestants have a heap of this size. Otherwise it would depend on the container, and a larger one takes longer
 * to fill.
 */
const HEAP_MIB = 128;
/**
 * An abort ends its process, and an endless task never ends. Every strategy except a queue handles one of them badly.
 */
const TELLING: readonly Poison[] = ['abort', 'endless'];
/** The behaviour of a failing task. */
const FAILURES: Readonly<Record<Poison, string>> = {
  heap: 'runs out of heap',
  exit: 'calls process.exit()',
  abort: 'aborts in native code',
  throw: 'throws outside of its promise',
  endless: 'never ends',
};

const metrics: readonly MetricSpec[] = [
  ...outcomes,
  {
    id: 'unserved',
    read: ({ result: { open } }) =>
      open && open.accounting.failed + open.accounting.refused + open.accounting.timedOut,
  },
  { id: 'silence', title: 'longest silence (ms)', read: ({ result }) => result.open?.silenceMs },
  {
    id: 'poison-status',
    title: 'status of the bad task',
    shown: 'statuses',
    read: ({ result }) => result.fault?.poison && (result.fault.poison.status ?? 0),
  },
  {
    id: 'poison-taken',
    title: 'times it was started',
    shown: 'count',
    read: ({ result }) => result.fault?.poison?.taken,
  },
  {
    id: 'service-restarts',
    title: 'restarts of the whole service',
    shown: 'count',
    read: ({ result }) => result.fault?.poison?.restarts,
  },
];

const POISONED = {
  poisoned: true,
  env: {
    TASK_TIMEOUT_MS: String(TASK_TIMEOUT_MS),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    THREADS_HEAP_MB: String(HEAP_MIB),
  },
} as const;

/** Each kind of failure is a separate need, which counts the concurrent requests that got no answer. */
const failing = (how: Poison, about: Pick<NeedSpec, 'id' | 'title' | 'matter' | 'order'>): NeedSpec => ({
  ...about,
  unit: 'unanswered',
  group: 'failures',
  row: 'failures',
  of: ['unserved'],
  at: ({ setting }) => setting.fault === `poison-${how}`,
  under: `a task that ${FAILURES[how]}`,
  apart: 'rounds',
  cell(count, find) {
    const sent = find('sent');
    return sent && { kind: 'beside a failing task', count: amount(count), total: Math.round(sent.estimate) };
  },
});

/** A window for each kind of failure, in sequence on one start of all; a service that dies is started again. */
export const isolation: QuestionSpec = {
  id: 'isolation',
  question: 'Does a failing task harm others?',
  profiles: ['standard', 'thorough'],
  why: 'An exception or a full heap ends a thread ([`resourceLimits`](https://nodejs.org/api/worker_threads.html#new-workerfilename-options)), an abort of native code the whole process with all its requests. A job is tried again by another worker.',
  place: 'together',
  // Contestants that load the workload with code which is not ours are left out.
  who: {
    can: ({ faults = [] }) => faults.includes('poison'),
    otherwise: 'its manifest does not name the fault poison: its workload cannot fail on demand',
  },
  windows: ({ profile }) =>
    (profile.inFull ? POISONS : TELLING).map((how) => ({
      id: `poison-${how}`,
      start: 'poisoned',
      changes: POISONED,
      seconds: 1.8,
      leadInSeconds: 0.2,
      load: LOAD,
      fault: { kind: `poison-${how}` as const, atSeconds: 0.2 },
      setting: { fault: `poison-${how}` as const },
      rounds: ROUNDS_TO_LIE_APART,
    })),
  named: ({ setting }) => FAILURES[String(setting.fault).replace('poison-', '') as Poison] ?? '',
  metrics,
  needs: [
    failing('abort', { id: 'aborts', title: 'native crash', matter: 'crash', order: 55 }),
    failing('endless', { id: 'endless-tasks', title: 'endless task', matter: 'endless', order: 54 }),
  ],
  charts: [{ title: 'Longest time without an answer', axis: 'ms', of: ['silence'] }],
};
