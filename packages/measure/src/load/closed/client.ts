import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type autocannon from 'autocannon';

/** autocannon 9.0.0's client (lib/httpClient.js), with what its types lack. */
export type Client = EventEmitter &
  autocannon.Client & {
    readonly conn: Socket;
    /** The parser of http-parser-js, which autocannon keeps from one socket to the next. */
    readonly parser: {
      readonly hadError: boolean;
      readonly state: string;
      initialize(type: 'RESPONSE'): void;
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
