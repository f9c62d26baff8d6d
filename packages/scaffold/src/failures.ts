import type { Strategy } from './parts/contract.ts';

const OVERLOAD = ['more than `MAX_PENDING` requests at once', '503 with `Retry-After: 1`, at once'] as const;
const LATE = ['no result within `REQUEST_TIMEOUT_MS`', '504; a waiting task is not computed'] as const;
const LATE_BETWEEN = [
  'a request waits for `REQUEST_TIMEOUT_MS`',
  '504 once the running task ends; it is not computed. A task that has begun gives its result, however late',
] as const;
const CLIENT_LEAVES = ['a client leaves', 'its task is not computed if it still waits'] as const;
const THROWS = ['the function throws', '500 without details; the log has the error'] as const;
const WRONG = [
  'a wrong path or method, or a body that is encoded, too large, or no JSON; no `Content-Type` is wrong',
  '404 or 405, or 415, 413, or 400',
] as const;
const ENDLESS = ['a task does not end', '504 after `TASK_TIMEOUT_MS`; its thread is replaced'] as const;
const REFUSED_START = ['a wrong variable, or a port in use', 'exit 1; the log names it'] as const;
const STOP = [
  'SIGTERM',
  'it reports that it is not ready, finishes accepted requests within `DRAIN_TIMEOUT_MS`, and exits with 0',
] as const;

type Row = readonly string[];

/** Lists the rows of a strategy: those of all services, and its own in their middle. */
const rowsOf = (overload: Row, late: Row, ...others: Row[]): readonly Row[] => [
  WRONG,
  overload,
  late,
  CLIENT_LEAVES,
  THROWS,
  ...others,
  STOP,
  REFUSED_START,
];

/** The events that a service of each strategy meets, and their effects. */
export const FAILURES: Readonly<Record<Strategy, readonly Row[]>> = {
  single: rowsOf(
    ['more than `MAX_PENDING` requests at once', '503 with `Retry-After: 1`, once the running task ends'],
    LATE_BETWEEN,
    ['a task does not end', 'no request is answered any more; restart the process'],
    ['a task ends the process', 'all requests break; restart the process'],
  ),
  cluster: rowsOf(
    [
      'more than `MAX_PENDING` requests at once in a fork',
      '503 with `Retry-After: 1`, once the running task of the fork ends',
    ],
    LATE_BETWEEN,
    [
      'a task does not end',
      'its fork is killed after `TASK_TIMEOUT_MS` with its connections, and replaced; one that the primary has just passed on may hang',
    ],
    ['a task ends its process', 'the connections of that fork break; it is replaced'],
  ),
  threads: rowsOf(
    OVERLOAD,
    LATE,
    ENDLESS,
    ['a task needs more than `THREADS_HEAP_MB`', '500; its thread is replaced'],
    ['native code crashes', 'the process ends with all requests; restart it'],
  ),
  queue: rowsOf(
    OVERLOAD,
    LATE,
    ENDLESS,
    ['a worker is killed', 'another one takes its jobs after some seconds, so a task may run more than once'],
    ['a job has killed three workers', 'it fails'],
    ['Redis is away or full', '503; it serves again by itself'],
    ['an input or a result above 1 MiB', '413, or 500'],
  ),
};
