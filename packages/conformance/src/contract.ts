import { type TestContext, it as test } from 'node:test';

/**
 * The HTTP contract, a sentence for each id. Tests are named by the sentences; a manifest declares an exception by the id.
 */
export const contract = {
  // 1. Every answer is right and belongs to its request.
  'right-answers': 'counts primes rightly, and lists them on request',
  'right-in-a-crowd': 'answers many requests at once, each with its own result',
  'answer-as-returned': 'sends each answer as its task returned it, although all tasks return one object',
  'bodies-whole': 'transfers bodies and answers of octets unchanged, many at once and of every size',

  // 2. An error names a wrong input, and reveals no internals of the service.
  'problem-names-parameter': 'answers a wrong parameter with a 400 that names it and the accepted values',
  'kernel-errors': 'answers 400 if the kernel refuses its input, and 500 without details if it throws',
  'body-too-large-413': 'answers 413 to a body beyond MAX_BODY_BYTES, whether its length is announced or not',

  // 3. Requests beyond the limit are refused at once.
  'refuses-beyond-limit':
    'refuses a crowd beyond MAX_PENDING with 503 and Retry-After, before the next task ends, and answers a light request',
  'answers-under-overload': 'gives right answers during an overload, and answers all requests after it',

  // 4 and 5. A task is not computed if no client waits for it.
  'deadline-504': 'answers 504 at the deadline, and does not compute a task that waited until then',
  'left-client-not-computed': 'does not compute a waiting task whose client has left, and frees its place',
  'stops-endless-task': 'stops a task beyond its time limit, and goes on serving with as many workers',

  // 6. The service reports its state.
  'light-routes': 'answers /hello, /healthz and /readyz',
  'counts-once': 'counts every request once in /metrics, for all processes',
  'counts-refusals-once': 'counts refused requests once in /metrics',

  // 7. Light requests need not wait for heavy ones.
  'light-before-heavy': 'answers a light request before many heavy ones that came first',

  // 8. The service stops in order.
  'finishes-after-sigterm': 'finishes accepted requests after SIGTERM, and exits with 0',
  'finishes-beside-stalled':
    'finishes accepted requests after SIGINT, and waits for no client that sends nothing or half a request',
  'answers-unseen-requests':
    'answers requests that had reached the system, but not its event loop, at SIGTERM, without a drain delay',
  'stops-under-load': 'answers accepted requests on busy keep-alive connections when it stops',
  'rolling-restart':
    'fails no request while two instances behind a balancer are restarted, one after the other',

  // 9. Clients that stall are cut, and block no other client.
  'stalled-uploads-cut': 'cuts clients that announce a body and send none, and serves others meanwhile',
  'unread-answers-cut': 'cuts clients that do not read their answers, and serves others meanwhile',
  'slow-reader-whole': 'sends the complete answer to a client that reads slowly',

  // 10. The service starts only with a usable configuration, and stops at any time.
  'names-wrong-workload': 'names a workload that does not load, and exits with 1',
  'stops-as-first-process': 'stops at SIGTERM during its start, also as the first process of a container',

  // 11. No process outlives the service.
  'leaves-no-process': 'leaves no process behind when it is killed, once the running task ends',

  // 12 to 14. A worker that dies is replaced, and loses at most its own requests.
  'survives-killed-workers': 'answers each request once and rightly while workers are killed under load',
  'survives-hanging-workers':
    'replaces a process with an endless task, and fails only the requests on its connections',
} as const;

export type SentenceId = keyof typeof contract;

const cannot = new Map<string, string>();
const tested = new Set<SentenceId>();

/**
 * Records the sentences, by their ids, that a contestant cannot keep, each with the reason.
 *
 * @throws Error for an unknown id
 */
export function declareExceptions(declared: Readonly<Record<string, string>> = {}): void {
  for (const [id, reason] of Object.entries(declared)) {
    if (!Object.hasOwn(contract, id))
      throw new Error(
        `cannot: ${id} is no sentence of the contract; accepted: ${Object.keys(contract).join(', ')}`,
      );
    cannot.set(id, reason);
  }
}

/** A reason begins with this if the result depends on the order of events. */
const NOT_ALWAYS = /^not always/;

/**
 * Tests a sentence of the contract. A sentence that the manifest declares as an exception must fail, or the manifest is
 * out of date. A sentence that is “not always” kept is skipped.
 */
export function it(id: SentenceId, check: (t: TestContext) => Promise<unknown>): void {
  tested.add(id);
  const reason = cannot.get(id);
  const title = `${contract[id]} [${id}]`;
  const run = async (t: TestContext) => void (await check(t));
  if (reason === undefined) test(title, run);
  else if (NOT_ALWAYS.test(reason)) test(title, { skip: reason }, () => {});
  else test(title, { expectFailure: reason } as object, run);
}

/** Skips each sentence that had no test. The reason names what its test needs. */
export function skipOthers(needs: Readonly<Partial<Record<SentenceId, string>>>): void {
  for (const id of sentences)
    if (!tested.has(id)) test(`${contract[id]} [${id}]`, { skip: needs[id] ?? 'has no test here' }, () => {});
}

const sentences = Object.keys(contract) as readonly SentenceId[];

/** `pnpm test:soak` runs the same tests for longer, and prints their figures. */
export const isSoak = process.env.SOAK === '1';
