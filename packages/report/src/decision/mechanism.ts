import type { Purpose } from '@cpu-bound/study/decide/answer';

/** The mechanism by which a strategy serves a purpose, by its family, in half a sentence. */
const MECHANISMS: Readonly<Record<string, Readonly<Record<Purpose, string>>>> = {
  singles: {
    requests: 'a task begins at once, in the process that has the request',
    traffic: 'a task begins at once, in the process that has the request',
    survival: 'no other process is there to fail',
    cost: 'it is one process with one thread',
  },
  clusters: {
    requests: 'each core has a process that does the whole request',
    traffic: 'each core has a process that does the whole request',
    survival: 'a failure ends one process of several',
    cost: 'it needs no library and no server',
  },
  pools: {
    requests: 'tasks run on other threads, so the event loop is free to answer',
    traffic: 'all threads take from one list of tasks, so none idles while a request waits',
    survival: 'a thread that fails is replaced, and the others go on',
    cost: 'its threads share one process',
  },
  queues: {
    requests: 'tasks run in other processes, so the API is free to answer',
    traffic: 'all workers take from one list of jobs, so none idles while a request waits',
    survival: 'Redis keeps a job until a worker has finished it',
    cost: 'its workers wait for jobs and hold no connections',
  },
};

/** Undefined for a contestant that is no strategy of the study: a target, or a contestant of the user's own. */
export const mechanismOf = (family: string | undefined, purpose: Purpose): string | undefined =>
  family === undefined ? undefined : MECHANISMS[family]?.[purpose];
