import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import type { Milliseconds } from '../../model.ts';
import { headOf } from '../known-answer.ts';
import { openOneByOne } from '../open/pacer.ts';
import type { AnswerCheck, Exchange, Verification } from '../verifier.ts';

/** The numbers of its listeners, as http-parser-js names them. */
const [HEADERS_COMPLETE, MESSAGE_COMPLETE] = [2, 4] as const;

/** autocannon 9.0.0's client (lib/httpClient.js), with what its types lack. */
export type Client = EventEmitter &
  autocannon.Client & {
    readonly conn: Socket;
    /** The parser of http-parser-js, which autocannon keeps from one socket to the next. */
    readonly parser: {
      readonly hadError: boolean;
      readonly state: string;
      initialize(type: 'RESPONSE'): void;
      [HEADERS_COMPLETE](head: Head): void;
      [MESSAGE_COMPLETE](): void;
    };
    /** The requests without an answer. */
    readonly pipelinedRequests: { insertRequest(request: object): void; clear(): void };
    /** After an answer, autocannon connects anew if the number of requests so far is a multiple of this. */
    reconnectRate?: number;
    /** Before its first request, a client does not go on to the next one in turn. */
    reqsMade: number;
    destroyed: boolean;
    destroy(): void;
    /** Connects, and sends a request. */
    _connect(): void;
    _doRequest(): void;
    _resetConnection(): void;
  };

/** The head of an answer, as the event `headers` has it. */
export type Head = {
  readonly statusCode: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly shouldKeepAlive: boolean;
};

export type Listener = {
  sent(): void;
  /** An answer came that no request had asked for. */
  unasked(): void;
  ended(verification: Verification, at: Milliseconds, latency: Milliseconds): void;
  /** True when no request is sent any more. */
  isOver(): boolean;
};

/** A client tries again after this time if nothing listens, because a loop of refused connections takes a core. */
const REFUSED_PAUSE_MS: Milliseconds = 10;

/**
 * Makes one client of autocannon send the requests in turn, and reports the end of each. Answers are checked piece by
 * piece and not decoded: octets need not be text, and a letter may lie in two pieces.
 *
 * autocannon would write its next request to a socket that the service closes, and to a socket that is already closed.
 * This client opens another connection instead, as any client of HTTP does.
 *
 * @param first the place in turn of the first request
 */
export function sendInTurn(
  autocannonClient: autocannon.Client,
  inTurn: readonly Exchange[],
  first: number,
  { sent, unasked, ended, isOver }: Listener,
): void {
  const client = autocannonClient as Client;
  const at = (index: number) => inTurn[(first + index) % inTurn.length] as Exchange;
  let pending: { readonly check: AnswerCheck; readonly sentAt: Milliseconds } | undefined;
  let head: Head | undefined;
  let socket: Socket | undefined;
  let count = 0;
  let answersInPiece = 0;

  function end(verify: (check: AnswerCheck) => Verification): void {
    if (!pending) return;
    const { check, sentAt } = pending;
    pending = undefined;
    const now = performance.now();
    ended(verify(check), now, now - sentAt);
  }
  function complete(check: AnswerCheck): Verification {
    // The next request was sent after the octets had come in which the last answer ended.
    if (++answersInPiece > 1) unasked();
    return check.end(headOf(head?.statusCode ?? 0, (name) => headerIn(head?.headers ?? [], name)));
  }
  const fail = (why: string) => end(() => ({ outcome: 'failed', why }));

  function watch(opened: Socket): void {
    socket = opened;
    // The last socket may have been closed within an answer.
    client.parser.initialize('RESPONSE');
    opened.prependListener('end', () => {
      // autocannon would connect twice if an error follows the end.
      opened.removeAllListeners('error').on('error', () => {});
      // An answer without a length ends with its socket.
      if (client.parser.state === 'BODY_RAW') end(complete);
      else fail('the service closed the connection without an answer');
    });
    opened.prependListener('data', () => {
      answersInPiece = 0;
    });
    // autocannon would wait for the rest of what cannot be read.
    opened.on('data', () => {
      if (client.parser.hadError) opened.destroy(new Error('the answer is not HTTP'));
    });
  }

  client.setRequests(inTurn.map((_, index) => requestOf(at(index))));
  client.on('headers', (received: Head) => {
    head = received;
    client.reconnectRate = received.shouldKeepAlive ? 0 : 1;
  });
  client.on('body', (piece: Buffer) => pending?.check.add(piece));
  client.on('response', () => end(complete));
  client.on('request', () => {
    // autocannon emits no `response` when it connects anew after an answer. Without an answer, it timed out.
    end(client.reconnectRate ? complete : () => ({ outcome: 'timedOut', why: 'no answer in time' }));
    if (client.conn !== socket) watch(client.conn);
    client.reconnectRate = 0;
    pending = { check: at(count++).verifier(), sentAt: performance.now() };
    sent();
  });
  client.on('connError', (error: NodeJS.ErrnoException) => {
    fail([error.code, error.message].filter(Boolean).join(': '));
    if (error.code !== 'ECONNREFUSED') return;
    // autocannon connects at once, unless it is destroyed.
    client.destroyed = true;
    setTimeout(() => {
      client.destroyed = false;
      if (isOver()) client.destroy();
      else client._resetConnection();
    }, REFUSED_PAUSE_MS);
  });
}

/** Finds a header by its name in lower-case letters. */
function headerIn(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

const requestOf = ({ method, path, headers, body }: Exchange): autocannon.Request => ({
  method: method as 'GET',
  path,
  headers,
  ...(body && { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
});

/** The load begins after this time in any case: a service that answers nothing is measured, too. */
const MOST_MS: Milliseconds = 2_000;

/** A client of autocannon that connects, sends and connects again only when it is told to. */
export type HeldClient = {
  /** Connects and sends one request. Resolves when it has its answer, or its connection is lost. */
  greet(path: string): Promise<void>;
  /** Lets it send its own requests, on the connection that was greeted if that is still open. */
  letGo(sendOwn: (client: autocannon.Client) => void): void;
};

/** Hides interim responses, such as 103 Early Hints: the answer to a request comes after them (RFC 9110 15.2). */
function skipInterim({ parser }: Client): void {
  const { [HEADERS_COMPLETE]: headersComplete, [MESSAGE_COMPLETE]: messageComplete } = parser;
  let isInterim = false;
  parser[HEADERS_COMPLETE] = (head) => {
    isInterim = head.statusCode < 200;
    if (!isInterim) headersComplete(head);
  };
  parser[MESSAGE_COMPLETE] = () => {
    if (!isInterim) messageComplete();
  };
}

/** Call it in `setupClient`, before autocannon connects. */
export function holdClient(autocannonClient: autocannon.Client): HeldClient {
  const client = autocannonClient as Client;
  const { _connect: connect, _doRequest: request } = client;
  let isUsable = false;
  // autocannon calls this at the end of its constructor.
  client._connect = () => skipInterim(client);
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
