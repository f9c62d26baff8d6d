import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { computedIn, type Reply } from './requests.ts';

/** π(n), from the literature. The tasks are short, so that many requests pass while a worker dies. */
const counts: readonly (readonly [upTo: number, count: number])[] = [
  [10_000, 1_229],
  [50_000, 5_133],
  [100_000, 9_592],
  [200_000, 17_984],
];

/** The outcome of one request; times in milliseconds of `performance.now()`. */
export type Exchange = {
  readonly startedAt: number;
  readonly endedAt: number;
  /** The status, or the error's code if the connection failed. */
  readonly outcome: number | string;
  /** True for a 200 with the answer to this request. */
  readonly right: boolean;
};

export type Load = {
  readonly exchanges: readonly Exchange[];
  /** Processes that have answered. */
  readonly workers: ReadonlySet<number>;
  /** Counts requests in flight on connections that this process answered last, or that no process has answered yet. */
  inFlightOn(pid: number): number;
  /** Counts requests in flight that were sent before a moment. */
  inFlightSince(moment: number): number;
  /** Lets every request end, and sends no more. */
  stop(): Promise<void>;
};

/**
 * `pid` is the process that answered last on the connection, or 0 on a new connection. `sentAt` is infinite while no
 * request is in flight.
 */
type Client = { pid: number; sentAt: number };

/** The outcome of a request that has no answer for longer than any deadline of a test. */
export const HANGS = 'HANGS';
const HANGS_AFTER_MS = 90_000;
/** A client waits for this time after any outcome but a 200. */
const PAUSE_MS = 5;

export type LoadOptions = {
  /** A client ends when the service closes its connection, as a stopping service does. */
  readonly endsWithService?: boolean;
  /** The time from an outcome to the next request of its client; default: none after a 200, else `PAUSE_MS`. */
  readonly pauseMs?: number;
  /** The time for which each task also occupies its worker, without a core; needs the workload `TROUBLE`. */
  readonly blockMs?: number;
  /** A client gives up after this time; default: later than any deadline of a test. */
  readonly hangsAfterMs?: number;
};

/**
 * Starts a closed loop over keep-alive connections. Neighbouring requests ask for different inputs, so that an answer that
 * came twice, or to another client, counts as a wrong one.
 */
export function startLoad(origin: string, connections: number, options: LoadOptions = {}): Load {
  const exchanges: Exchange[] = [];
  const workers = new Set<number>();
  const clients = Array.from(
    { length: connections },
    (): Client => ({ pid: 0, sentAt: Number.POSITIVE_INFINITY }),
  );
  const block = options.blockMs === undefined ? '' : `&blockMs=${options.blockMs}`;
  let stopping = false;

  async function loop(client: Client, start: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = start; !stopping; index++) {
      const [upTo, count] = counts[index % counts.length] ?? [10, 4];
      const startedAt = performance.now();
      client.sentAt = startedAt;
      const answered = await ask(`${origin}/primes?upTo=${upTo}${block}`, agent, options.hangsAfterMs);
      const { outcome, isLast } = answered;
      // The service closed the connection of this client before the request was sent.
      if (options.endsWithService && index > start && !answered.isReused) break;
      client.sentAt = Number.POSITIVE_INFINITY;
      const answer = outcome === 200 ? computedIn(answered) : undefined;
      if (answer) {
        client.pid = answer.pid;
        workers.add(client.pid);
      } else if (typeof outcome === 'string') {
        client.pid = 0; // the next request opens a new connection
      }
      const right = answer?.output.upTo === upTo && answer.output.count === count;
      exchanges.push({ startedAt, endedAt: performance.now(), outcome, right });
      if (options.endsWithService) {
        // If this process was paused, it reads the close one loop iteration after the last answer.
        for (let iteration = 0; iteration < 2; iteration++) await new Promise(setImmediate);
        if (isLast || Object.keys(agent.freeSockets).length === 0) break;
      }
      const pauseMs = options.pauseMs ?? (outcome === 200 ? 0 : PAUSE_MS);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  }
  const loops = clients.map(loop);
  return {
    exchanges,
    workers,
    inFlightOn: (pid) =>
      clients.filter((client) => Number.isFinite(client.sentAt) && [pid, 0].includes(client.pid)).length,
    inFlightSince: (moment) => clients.filter(({ sentAt }) => sentAt < moment).length,
    async stop() {
      stopping = true;
      await Promise.all(loops);
    },
  };
}

type Answer = Pick<Reply, 'headers'> & {
  readonly outcome: number | string;
  readonly body: string;
  /** True if the service closes the connection with this answer. */
  readonly isLast: boolean;
  /** True if the request was sent on a connection that had carried another one. */
  readonly isReused: boolean;
};

/** Sends a GET, and never rejects. @param hangsAfterMs the client gives up after this time without a byte */
export function ask(
  url: string,
  agent: Agent | false = false,
  hangsAfterMs = HANGS_AFTER_MS,
): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({
        outcome: error.code ?? error.message,
        headers: {},
        body: '',
        isLast: true,
        isReused: sent.reusedSocket,
      });
    const sent = request(url, { agent, timeout: hangsAfterMs }, async (response: IncomingMessage) => {
      let body = '';
      try {
        for await (const chunk of response.setEncoding('utf8')) body += chunk;
        const isLast = response.headers.connection === 'close';
        const { statusCode = 0, headers } = response;
        resolve({ outcome: statusCode, headers, body, isLast, isReused: sent.reusedSocket });
      } catch (error) {
        failed(error as NodeJS.ErrnoException);
      }
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('hangs'), { code: HANGS })));
    sent.on('error', failed).end();
  });
}
