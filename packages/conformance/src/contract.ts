/**
 * The HTTP contract, a sentence for each id. Tests are named by the sentences; a manifest declares an exception by the id.
 */
export const contract = {
  // 1. Every answer is right and belongs to its request.
  'right-answers': 'counts primes rightly, and lists them where asked to',
  'right-in-a-crowd': 'answers many requests at once, each with its own result',
  'answer-as-returned':
    'sends each answer as it was when the task returned it, though the task fills one object for all',
  'right-for-every-input': 'counts rightly for every accepted input',
  'bodies-whole': 'gets bodies and answers of octets through whole, many at once and of every size',

  // 2. A wrong input is named, and a fault of ours tells nothing of the inside.
  'problem-names-parameter': 'answers a wrong parameter with a 400 that names it and what is accepted',
  'any-value-4xx': 'answers every unacceptable value with a 400 that names the parameter',
  'any-query-4xx': 'answers every query with a right count or a client error',
  'unknown-route-404': 'answers 404 to a route that is not there, and to another spelling of one that is',
  'wrong-method-405': 'answers 405 to a wrong method, saying which is right',
  'senseless-bytes-4xx':
    'answers a broken escape and bytes that are no HTTP with a client error, and serves on',
  'kernel-errors': 'answers 400 where the kernel refuses its input, and 500 without details where it throws',
  'body-too-large-413': 'answers 413 to a body beyond MAX_BODY_BYTES, whether its length is announced or not',
  'wrong-body-4xx': 'answers 415 to an encoded body, and 400 to one that contradicts the query',

  // 3. What is too much is refused at once.
  'refuses-beyond-limit': 'answers each of a crowd beyond MAX_PENDING rightly, or with 503 and Retry-After',
  'answers-under-overload':
    'goes on giving right answers while more is asked than it accepts, and serves all afterwards',

  // 4 and 5. What nobody waits for is not computed.
  'deadline-504': 'answers 504 at the deadline, and does not compute what waited until then',
  'left-client-not-computed': 'does not compute what waits for a client that has left',
  'left-client-frees-places': 'gives back the places of a client that pipelined many requests, and left',
  'stops-endless-task': 'stops a task that takes too long, once, and serves on by as many workers',

  // 6. It tells its state.
  'light-routes': 'answers /hello, /healthz and /readyz',
  'describes-itself': 'describes itself in OpenAPI 3.1, every path of it answering',
  'counts-once': 'counts every request once in /metrics, whichever process answered',
  'counts-refusals-once': 'counts refused requests once in /metrics',
  'metric-names': 'gives latency, pending requests and the state of the event loop to Prometheus',
  'bounded-metrics': 'makes no series of paths that clients think up',
  'traceparent-reaches-worker': 'hands a valid traceparent on to the worker, and drops a senseless one',

  // 7. Light requests need not wait for heavy ones.
  'light-before-heavy': 'answers a light request before a crowd of heavy ones that came first',

  // 8. It stops in order.
  'finishes-after-sigterm': 'finishes what it accepted after SIGTERM, and exits with 0',
  'finishes-beside-idle':
    'finishes after SIGINT, too, and does not wait for a connection on which nothing was ever sent',
  'finishes-beside-stalled': 'does not wait for a client that has begun a request and does not go on',
  'answers-unseen-requests':
    'answers requests that had reached the system at SIGTERM, though not its event loop, without a drain delay',
  'closes-from-sigterm':
    'computes on for DRAIN_DELAY_MS after SIGTERM, and ends each connection with its next answer',
  'stops-under-load': 'answers what it accepted over busy keep-alive connections when it is stopped',
  'rolling-restart': 'fails no request while two instances behind a balancer are restarted in turn',

  // 9. Clients that stall are cut, and keep nobody out.
  'stalled-uploads-cut':
    'cuts clients that announce bodies and send none of them, and serves others meanwhile',
  'unread-answers-cut': 'cuts clients that do not read their answers, and serves others meanwhile',
  'slow-reader-whole': 'gives its whole answer to a client that reads slowly, but goes on',
  'senseless-connections': 'serves others while many connections are slow, idle or senseless',

  // 10. It starts only with what it can use, and can be stopped at any time.
  'names-wrong-variables': 'names every variable that is wrong, and exits with 1',
  'names-wrong-workload': 'names the workload where it does not load, and exits with 1',
  'stops-as-first-process': 'stops at SIGTERM while it starts, as the first process of a container, too',

  // 11. Nothing outlives it.
  'leaves-no-process': 'leaves no process behind when it is killed, once the running task ends',

  // 12 to 14. A worker that dies is replaced, and costs at most what it had accepted.
  'survives-killed-workers': 'answers on, each request once and rightly, while workers are killed under load',
  'survives-hanging-workers':
    'answers on while tasks that never end keep its processes: each is replaced, and only requests on its connections fail',
} as const;

export type SentenceId = keyof typeof contract;
