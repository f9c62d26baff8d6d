/**
 * The HTTP contract, a sentence for each id. Tests are named by the sentences; a manifest declares an exception by the id.
 */
export const contract = {
  // 1. Every answer is right and belongs to its request.
  'right-answers': 'counts primes rightly, and lists them on request',
  'right-in-a-crowd': 'answers many requests at once, each with its own result',
  'answer-as-returned': 'sends each answer as its task returned it, although all tasks return one object',
  'right-for-every-input': 'counts rightly for every accepted input',
  'bodies-whole': 'transfers bodies and answers of octets unchanged, many at once and of every size',

  // 2. An error names a wrong input, and reveals no internals of the service.
  'problem-names-parameter': 'answers a wrong parameter with a 400 that names it and the accepted values',
  'any-value-4xx': 'answers every unacceptable value with a 400 that names the parameter',
  'any-query-4xx': 'answers every query with a right count or a client error',
  'unknown-route-404': 'answers 404 to an unknown route, and to another spelling of a known one',
  'wrong-method-405': 'answers 405 to a wrong method, and names the right one',
  'senseless-bytes-4xx':
    'answers a broken escape and bytes that are no HTTP with a client error, and goes on serving',
  'kernel-errors': 'answers 400 if the kernel refuses its input, and 500 without details if it throws',
  'body-too-large-413': 'answers 413 to a body beyond MAX_BODY_BYTES, whether its length is announced or not',
  'wrong-body-4xx': 'answers 415 to an encoded body, and 400 to one that contradicts the query',

  // 3. Requests beyond the limit are refused at once.
  'refuses-beyond-limit':
    'refuses a crowd beyond MAX_PENDING with 503 and Retry-After, before the next task ends, and answers a light request',
  'answers-under-overload': 'gives right answers during an overload, and answers all requests after it',

  // 4 and 5. A task is not computed if no client waits for it.
  'deadline-504': 'answers 504 at the deadline, and does not compute a task that waited until then',
  'left-client-not-computed': 'does not compute a waiting task whose client has left',
  'left-client-frees-places': 'frees the places of a client that pipelined many requests, and left',
  'stops-endless-task': 'stops a task beyond its time limit, and goes on serving with as many workers',

  // 6. The service reports its state.
  'light-routes': 'answers /hello, /healthz and /readyz',
  'describes-itself': 'describes itself in OpenAPI 3.1, and answers every described path',
  'counts-once': 'counts every request once in /metrics, for all processes',
  'counts-refusals-once': 'counts refused requests once in /metrics',
  'metric-names': 'reports latency, pending requests and the state of the event loop to Prometheus',
  'bounded-metrics': 'creates no time series for unknown paths',
  'traceparent-reaches-worker': 'passes a valid traceparent to the worker, and drops an invalid one',

  // 7. Light requests need not wait for heavy ones.
  'light-before-heavy': 'answers a light request before many heavy ones that came first',

  // 8. The service stops in order.
  'finishes-after-sigterm': 'finishes accepted requests after SIGTERM, and exits with 0',
  'finishes-beside-idle':
    'finishes accepted requests after SIGINT, and does not wait for an unused connection',
  'finishes-beside-stalled': 'does not wait for a client that stalls in the middle of a request',
  'answers-unseen-requests':
    'answers requests that had reached the system, but not its event loop, at SIGTERM, without a drain delay',
  'closes-from-sigterm':
    'serves for DRAIN_DELAY_MS after SIGTERM, and closes each connection with its next answer',
  'stops-under-load': 'answers accepted requests on busy keep-alive connections when it stops',
  'rolling-restart':
    'fails no request while two instances behind a balancer are restarted, one after the other',

  // 9. Clients that stall are cut, and block no other client.
  'stalled-uploads-cut': 'cuts clients that announce a body and send none, and serves others meanwhile',
  'unread-answers-cut': 'cuts clients that do not read their answers, and serves others meanwhile',
  'slow-reader-whole': 'sends the complete answer to a client that reads slowly',
  'senseless-connections': 'serves others while many connections are slow, idle or send no HTTP',

  // 10. The service starts only with a usable configuration, and stops at any time.
  'names-wrong-variables': 'names every variable that is wrong, and exits with 1',
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
