import { type Random, seededRandom } from '@cpu-bound/stats/random';
import { Client, type Dispatcher } from 'undici';
import type { ConnectionPolicy, Milliseconds } from '../../model.ts';
import { type AnswerHead, headOf } from '../known-answer.ts';
import type { AnswerCheck, Verification } from '../verifier.ts';
import { openOneByOne } from './pacer.ts';
import type { LoadTarget } from './spec.ts';

/** `id` is sent as `X-Request-Id`, so that a service's log can be compared with the accounting. */
type Request = Pick<LoadTarget, 'path' | 'method' | 'headers' | 'body'> & { readonly id: string };

export type ConnectionOptions = {
  readonly origin: string;
  readonly policy: ConnectionPolicy;
  /** The number of connections that are open before the load starts. */
  readonly initial: number;
  /** The largest number of connections, because the generator's file descriptors are limited. */
  readonly limit: number;
  readonly connectTimeoutMs: Milliseconds;
  /** The seed of the choice among free connections. */
  readonly seed: string;
  /** A connection is opened only when the one before it has its answer, for this many milliseconds (default: 500). */
  readonly oneByOneMs?: Milliseconds;
  /** The path of the request that opens each connection (default: `/hello`). */
  readonly greeting?: string | undefined;
};

/**
 * Opens `initial` connections, each with a request to `/hello` or another path, and waits until all have an answer.
 *
 * @throws the error of the first connection that failed
 */
export async function openConnections(options: ConnectionOptions): Promise<Connections> {
  const pool = new Connections(options);
  if (options.policy !== 'per-request') await pool.greet();
  return pool;
}

export class Connections {
  waits = 0;
  opened = 0;
  readonly #options: ConnectionOptions;
  readonly #random: Random;
  readonly #all = new Set<Client>();
  /** The connection that has been free for the longest time comes first. */
  readonly #free: Client[] = [];
  readonly #waiting: ((client: Client) => void)[] = [];

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#random = seededRandom(`${options.seed}/connections`);
  }

  async greet(): Promise<void> {
    const { initial, connectTimeoutMs, oneByOneMs, greeting = '/hello' } = this.#options;
    const hello = { path: greeting, method: 'GET', headersTimeout: connectTimeoutMs } as const;
    const open = async () => {
      const { body } = await this.#open().request(hello);
      await body.dump();
    };
    await openOneByOne(initial, open, oneByOneMs);
    // Without the shuffle, the connections of one worker of a cluster might follow one another.
    this.#free.push(...this.#random.shuffle([...this.#all]));
  }

  /**
   * Sends at once if a connection is free or may be opened. Otherwise it counts a wait, and sends when a connection
   * becomes free. The handler calls `release` when its request has ended.
   */
  dispatch(request: Request, handlerOf: (release: () => void) => Dispatcher.DispatchHandler): void {
    const { policy, limit } = this.#options;
    const options = { ...dispatchOptions(request), reset: policy === 'per-request' };
    const use = (client: Client) => {
      client.dispatch(
        options,
        handlerOf(() => this.#release(client)),
      );
    };
    const client = this.#takeFree() ?? (this.#all.size < limit ? this.#open() : undefined);
    if (client) use(client);
    else {
      this.waits++;
      this.#waiting.push(use);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((client) => client.destroy()));
  }

  #open(): Client {
    // undici gets no timeouts of its own: the generator censors an unanswered request at its deadline.
    const client = new Client(this.#options.origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: this.#options.connectTimeoutMs,
    });
    this.#all.add(client);
    this.opened++;
    return client;
  }

  #takeFree(): Client | undefined {
    const { policy } = this.#options;
    const free = this.#free;
    if (policy === 'in-turn') return free.shift();
    if (policy === 'random' && free.length > 1) {
      const chosen = this.#random.below(free.length);
      const last = free.length - 1;
      [free[chosen], free[last]] = [free[last] as Client, free[chosen] as Client];
    }
    return free.pop();
  }

  #release(client: Client): void {
    const next = this.#waiting.shift();
    if (this.#options.policy !== 'per-request') {
      // undici's own handler must have ended first. A client that could not connect asserts, once its requests have
      // failed, that it has no other request.
      if (next) queueMicrotask(() => next(client));
      else this.#free.push(client);
      return;
    }
    this.#all.delete(client);
    client.destroy().catch(() => {});
    next?.(this.#open());
  }
}

const dispatchOptions = ({
  path,
  id,
  method = 'GET',
  headers,
  body,
}: Request): Dispatcher.DispatchOptions => ({
  path,
  method: method as 'GET',
  body: body ?? null,
  headers: { 'x-request-id': id, ...headers },
});

/** Gathers and verifies one answer. A broken connection is a failure, as are undici's own timeouts. */
export function collect(
  check: AnswerCheck,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let head: AnswerHead = { status: 0 };
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      head = headOf(statusCode, (name) => headers[name]?.toString());
    },
    onResponseData(_controller, chunk) {
      check.add(chunk);
    },
    onResponseEnd() {
      end(check.end(head));
    },
    onResponseError(_controller, error) {
      const { code } = error as NodeJS.ErrnoException;
      end({
        outcome: TIMEOUTS.has(code) ? 'timedOut' : 'failed',
        why: [code, error.message].filter(Boolean).join(': '),
      });
    },
  };
}

const TIMEOUTS = new Set<string | undefined>(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
