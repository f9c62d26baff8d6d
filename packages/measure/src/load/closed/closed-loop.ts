import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotationOf, type Workload } from '@cpu-bound/workload';
import autocannon from 'autocannon';
import type { Edge } from '../../host/task.ts';
import type { ClosedLoad, LoadResult, Seconds } from '../../model.ts';
import { Tally } from '../tally.ts';
import { type AnswerCheck, createVerifier, type Verification, type Verifier } from '../verifier.ts';

export type ClosedLoopSpec = {
  readonly origin: string;
  readonly load: ClosedLoad;
  readonly leadInSeconds: Seconds;
  readonly seconds: Seconds;
  /** Whether the load goes on after the window until it is told to finish, or for `MOST_LEAD_OUT_SECONDS`. */
  readonly untilTold?: boolean;
};

/** `threadCpu`: CPU seconds of the thread that sends and checks. */
export type ClosedMeasured = {
  readonly result: LoadResult;
  readonly latencies: Float32Array;
  readonly threadCpu: Seconds;
};

/** As much as Node reads at once. */
const CHUNK_BYTES = 65_536;
const OCTET_STREAM = { 'content-type': 'application/octet-stream' };
/** As the service spells it. */
const RESULT_HEADER = 'X-Result';
/** Longer than any backlog of `connections` tasks that a sane configuration makes. */
export const TIMEOUT_SECONDS = 30;
/** Whoever is to tell it to finish may be gone. */
export const MOST_LEAD_OUT_SECONDS = 15;

/**
 * Drives a closed loop with autocannon and verifies every answer. Latencies come per response, since
 * autocannon's own percentiles are whole milliseconds and count refusals.
 */
export async function closedLoop(
  spec: ClosedLoopSpec,
  workload: Workload,
  passEdge: (edge: Edge) => void = () => {},
  told: Promise<void> = Promise.resolve(),
): Promise<ClosedMeasured> {
  const { origin, load, leadInSeconds, seconds, untilTold = false } = spec;
  const most = leadInSeconds + seconds + (untilTold ? MOST_LEAD_OUT_SECONDS : 0);
  const start = performance.now();
  const from = start + leadInSeconds * 1000;
  const tally = new Tally({ from, to: from + seconds * 1000 });
  let cpuAtStart = cpuNow();
  let cpuAtEnd = cpuAtStart;
  const outstanding: (() => number)[] = [];
  let stopped = false;
  let current: Verification | undefined;
  const requests = rotationOf(workload, load.query).map((query) => {
    const octets = workload.bodyFor?.(query);
    const verify = createVerifier(workload, query);
    const request: Asked = {
      method: octets ? 'POST' : 'GET',
      ...(octets && {
        body: Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength),
        headers: OCTET_STREAM,
      }),
      path: `/${workload.name}?${new URLSearchParams(query)}`,
      onResponse: (status, check, _context, headers = {}) => {
        const { end } = (check || verify()) as AnswerCheck; // none was begun where there is no body
        current = end(status, headers[RESULT_HEADER]?.toString());
      },
      verify,
    };
    return request;
  });
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let connected = 0;

  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const options: autocannon.Options = {
    url: origin,
    connections: load.connections,
    // Ended by `stop` below: autocannon's own duration is a whole number of its sampling intervals.
    duration: Math.ceil(most) + 5,
    timeout: TIMEOUT_SECONDS,
    sampleInt: 50, // how soon it obeys `stop`
    requests: [{ method: 'GET', path: requests[0]?.path ?? '/' }], // of which each client would have a copy
    setupClient(client) {
      checkPieces(client, chunk);
      const first = connected++ % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
      outstanding.push(countOutstanding(client, tally, () => stopped));
    },
  };
  const run = autocannon(options, (error) => (error ? reject(error) : resolve()));
  run.on('response', (_client, _status, _bytes, latency) => {
    if (!current || stopped) return;
    tally.answer(current, performance.now(), latency);
  });
  run.on('reqError', (error) => {
    if (stopped) return;
    if (error.message === 'request timed out') tally.counts.timedOut++;
    else tally.counts.failed++;
  });
  const beginning = setTimeout(() => {
    cpuAtStart = cpuNow();
    passEdge('from');
  }, leadInSeconds * 1000);
  const end = setTimeout(
    () => {
      cpuAtEnd = cpuNow();
      passEdge('to');
    },
    (leadInSeconds + seconds) * 1000,
  );
  const finish = () => {
    if (stopped) return;
    for (const count of outstanding) {
      const open = count();
      tally.counts.inFlight += Math.min(open, 1);
      tally.counts.lost += Math.max(0, open - 1);
    }
    stopped = true;
    run.stop();
  };
  const stop = setTimeout(finish, most * 1000);
  const windowEnd = sleep((leadInSeconds + seconds) * 1000);
  if (untilTold) void Promise.all([told, windowEnd]).then(finish);
  await ended;
  for (const timer of [beginning, end, stop]) clearTimeout(timer);
  return {
    result: tally.result(cpuAtEnd.process - cpuAtStart.process),
    latencies: Float32Array.from(tally.latencies),
    threadCpu: cpuAtEnd.thread - cpuAtStart.thread,
  };
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage): Seconds => (user + system) / 1e6;
const cpuNow = () => ({
  process: secondsOf(process.cpuUsage()),
  thread: secondsOf(process.threadCpuUsage()),
});

/** A request of autocannon, with who checks its answers. All clients share it, so that its body is there once. */
type Asked = autocannon.Request & { readonly verify: Verifier };

/** The parts of autocannon's client that connect, and gather an answer: as text, to which it adds each chunk. */
type Internals = autocannon.Client & {
  readonly opts: { readonly port: number; readonly hostname: string };
  readonly parser: { execute(chunk: Buffer): void };
  readonly pipelinedRequests: {
    addByteCount(count: number): void;
    addBody(chunk: Buffer): void;
    peek(): { readonly req: Asked; body: AnswerCheck | '' } | undefined;
  };
  readonly destroyed: boolean;
  conn: Socket;
  _connect(): void;
  _doRequest(): void;
};

/**
 * Has it check each chunk as it comes: octets need be no text, a letter may lie in two chunks, and to put large
 * answers together takes longer than to compare them.
 *
 * @param chunk what all connections are read into, one after the other: memory for every chunk of its own has the
 *   garbage collector work as much as everything else here
 */
function checkPieces(given: autocannon.Client, chunk: Buffer): void {
  const client = given as Internals;
  client.pipelinedRequests.addBody = (piece) => {
    const answer = client.pipelinedRequests.peek();
    if (!answer) return;
    answer.body ||= answer.req.verify();
    answer.body.add(piece);
  };
  client._connect = () => {
    const { port, hostname: host } = client.opts;
    const callback = (size: number) => {
      client.pipelinedRequests.addByteCount(size);
      client.parser.execute(chunk.subarray(0, size));
      return true;
    };
    const reconnect = () => client.destroyed || client._connect();
    client.conn = connect({ port, host, onread: { buffer: chunk, callback } })
      .on('error', (error) => {
        client.emit('connError', error);
        reconnect();
      })
      .on('end', reconnect);
    client._doRequest();
  };
}

/**
 * A connection that the server closes in the middle makes autocannon reconnect and send again, without a word:
 * what a connection sent and never got an answer for, beyond the one in flight, is lost.
 */
function countOutstanding(client: autocannon.Client, tally: Tally, stopped: () => boolean): () => number {
  let open = 0;
  const emitter = client as unknown as NodeJS.EventEmitter;
  emitter.on('request', () => {
    if (stopped()) return;
    open++;
    tally.counts.sent++;
  });
  for (const end of ['response', 'connError', 'timeout']) emitter.on(end, () => open--);
  return () => open;
}
