import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seededRandom } from '@cpu-bound/stats/random';
import { Client, type Dispatcher } from 'undici';
import type { ConnectionPolicy, Milliseconds } from '../../model.ts';
import type { LoadTarget } from './targets.ts';

/** `id` is sent as `X-Request-Id`, so that a service's log can be compared with the accounting. */
type Request = Pick<LoadTarget, 'path' | 'method' | 'headers' | 'body'> & { readonly id: string };

export type Connections = {
  /**
   * Sends now where a connection is free or may be opened; else when one becomes free, and counts a wait. The
   * handler calls `release` when its request has ended.
   */
  dispatch(request: Request, handlerOf: (release: () => void) => Dispatcher.DispatchHandler): void;
  readonly waits: number;
  readonly opened: number;
  close(): Promise<void>;
};

export type ConnectionOptions = {
  readonly origin: string;
  readonly policy: ConnectionPolicy;
  /** The number of connections that are open before the load starts. */
  readonly initial: number;
  /** The most connections, because the generator's file descriptors are limited. */
  readonly most: number;
  readonly connectTimeoutMs: Milliseconds;
  /** The seed of the choice among free connections. */
  readonly seed: string;
  /** A connection is opened only when the one before it has its answer, for this many milliseconds; absent: 500. */
  readonly oneByOneMs?: Milliseconds;
  /** The path of the request that opens each connection; absent: `/hello`. */
  readonly greeting?: string | undefined;
};

/**
 * A connection is opened only when the one before it has its answer, for this time. On a slow network, all others are
 * opened at once then.
 */
const ONE_BY_ONE_MS: Milliseconds = 500;

/**
 * Opens `initial` connections (with a request to `/hello` each, or another path) and resolves when all are up.
 *
 * One after another, as clients come. A cluster's primary deals out connections to the workers that have taken the
 * last one: of fifty at one instant, from a process that goes before all others, one of two workers took up to 98 %
 * (docs/adr/0013).
 *
 * @throws what the connections failed with, the first of them
 */
export async function openConnections(options: ConnectionOptions): Promise<Connections> {
  const { origin, policy, most, connectTimeoutMs, seed } = options;
  const all = new Set<Client>();
  const free: Client[] = [];
  const random = seededRandom(`${seed}/connections`);
  const waiting: ((client: Client) => void)[] = [];
  let waits = 0;
  let opened = 0;

  function open(): Client {
    // undici gets no timeouts of its own: the generator censors an unanswered request at its deadline.
    const client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: connectTimeoutMs,
    });
    all.add(client);
    opened++;
    return client;
  }
  function release(client: Client): void {
    const next = waiting.shift();
    if (policy !== 'per-request') {
      // undici's own handler must have ended first: a client that could not connect asserts, after its requests have
      // failed, that it has no other.
      if (next) queueMicrotask(() => next(client));
      else free.push(client);
      return;
    }
    all.delete(client);
    client.destroy().catch(() => {});
    next?.(open());
  }
  if (policy !== 'per-request') {
    await greetOneByOne(open, options);
    // In the order of acceptance, the connections of one worker of a cluster might follow one another.
    free.push(...random.shuffle([...all]));
  }
  return {
    dispatch(request, handlerOf) {
      const options = { ...dispatchOptions(request), reset: policy === 'per-request' };
      const use = (client: Client) => {
        client.dispatch(
          options,
          handlerOf(() => release(client)),
        );
      };
      const client = takeFree(free, policy, random) ?? (all.size < most ? open() : undefined);
      if (client) return use(client);
      waits++;
      waiting.push(use);
    },
    get waits() {
      return waits;
    },
    get opened() {
      return opened;
    },
    async close() {
      await Promise.all([...all].map((client) => client.destroy()));
    },
  };
}

/** Takes a free connection. @param free the one that has been free for the longest time comes first */
function takeFree(free: Client[], policy: ConnectionPolicy, random: Random): Client | undefined {
  if (policy === 'in-turn') return free.shift();
  if (policy === 'random' && free.length > 1) {
    const chosen = random.below(free.length);
    const last = free.length - 1;
    [free[chosen], free[last]] = [free[last] as Client, free[chosen] as Client];
  }
  return free.pop();
}

/** Opens the initial connections, each once the one before it has its answer, and the rest at once after a while. */
async function greetOneByOne(
  open: () => Client,
  { initial, connectTimeoutMs, oneByOneMs = ONE_BY_ONE_MS, greeting = '/hello' }: ConnectionOptions,
): Promise<void> {
  const greet = async (client: Client): Promise<void> => {
    const hello = { path: greeting, method: 'GET', headersTimeout: connectTimeoutMs } as const;
    const { body } = await client.request(hello);
    await body.dump();
  };
  const greeted: Promise<void>[] = [];
  const patience = new AbortController();
  const longEnough = sleep(oneByOneMs, undefined, { signal: patience.signal }).catch(() => {});
  for (let opening = 0; opening < initial; opening++) {
    const answered = greet(open());
    greeted.push(answered);
    // The wait for all of them below throws a rejection.
    await Promise.race([answered.catch(() => {}), longEnough]);
  }
  patience.abort();
  await Promise.all(greeted);
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
