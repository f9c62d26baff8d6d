import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import type { Milliseconds } from '../../model.ts';
import { openOneByOne } from '../one-by-one.ts';
import type { Client, Head } from './client.ts';

/** The load begins after this time in any case: a service that answers nothing is measured, too. */
const MOST_MS: Milliseconds = 2_000;

/** A client of autocannon that connects, sends and connects again only when it is told to. */
export type HeldClient = {
  /** Connects and sends one request. Resolves when it has its answer, or its connection is lost. */
  greet(path: string): Promise<void>;
  /** Lets it send its own requests, on the connection that was greeted if that is still open. */
  letGo(sendOwn: (client: autocannon.Client) => void): void;
};

/** Call it in `setupClient`, before autocannon connects. */
export function holdClient(autocannonClient: autocannon.Client): HeldClient {
  const client = autocannonClient as Client;
  const { _connect: connect, _doRequest: request } = client;
  let isUsable = false;
  client._connect = () => {};
  return {
    greet(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      let [answers, isKept] = [0, false];
      client.setRequests([{ method: 'GET', path }]);
      client.on('headers', ({ shouldKeepAlive }: Head) => {
        // More answers than one request has asked for belong to no request of the load.
        isKept = shouldKeepAlive && ++answers === 1;
        isUsable = false; // until all of the answer is there
      });
      client.once('response', () => {
        isUsable = isKept;
        resolve();
      });
      client._doRequest = () => {
        request.call(client);
        // autocannon expects that a request is under way whenever an answer comes.
        client._doRequest = () => client.pipelinedRequests.insertRequest({});
      };
      connect.call(client);
      // autocannon connects again as soon as a connection is lost or its time is over.
      client._connect = () => {
        isUsable = false;
        resolve();
      };
      return promise;
    },
    letGo(sendOwn) {
      Object.assign(client, { _connect: connect, _doRequest: request });
      client.removeAllListeners('headers');
      client.pipelinedRequests.clear();
      sendOwn(client);
      client.reqsMade = 0; // the greeting was none of its own
      if (isUsable) client._doRequest();
      else client._resetConnection();
    },
  };
}

/** Opens a connection for each client by a request to this path, as `openOneByOne` does. */
export async function greetOneByOne(
  clients: readonly HeldClient[],
  path: string,
  {
    oneByOneMs,
    mostMs = MOST_MS,
  }: { readonly oneByOneMs?: Milliseconds; readonly mostMs?: Milliseconds } = {},
): Promise<void> {
  const limit = new AbortController();
  await Promise.race([
    openOneByOne(clients.length, async (index) => clients[index]?.greet(path), oneByOneMs),
    sleep(mostMs, undefined, { signal: limit.signal }).catch(() => {}),
  ]);
  limit.abort();
}
