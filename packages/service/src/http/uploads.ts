import type { Request, Response } from 'express';
import { GrowingOctets } from './growing-octets.ts';
import type { Pace } from './pace.ts';
import { ClientGone, HttpProblem, Overloaded } from './problems.ts';

/** A body that has arrived. Its memory counts until `release`, once. */
export type Upload = { readonly octets: Uint8Array; release(): void };

/** Reads the bodies of requests within the memory that they have together. */
export type Uploads = {
  /** @throws HttpProblem, 408 for one that stalls, 413 for a large one, 415 for an encoded one, 503 without memory */
  read(request: Request, response: Response): Promise<Upload>;
};

export type UploadOptions = {
  /** Of one body. */
  readonly maxBytes: number;
  /** Of all that arrive or wait for their result. */
  readonly mostBytes: number;
  readonly pace: Pace;
};

/** Bodies up to this size have memory of their own, which large ones cannot take from them. */
const SMALL_BYTES = 2 ** 16;
/** This fraction of all. */
const FOR_SMALL = 1 / 8;

type UploadInProgress = { readonly body: GrowingOctets; readonly fail: (problem: Error) => void };

/**
 * Counts what has arrived and not what was announced, which costs a client nothing. Where memory ends the newest
 * uploads are refused, so that the older ones can be completed; one that stalls is ended.
 */
export function createUploads({ maxBytes, mostBytes, pace }: UploadOptions): Uploads {
  /** In the order in which they began. */
  const arriving = new Set<UploadInProgress>();
  let held = 0;

  const isLarge = ({ body }: UploadInProgress) => body.length > SMALL_BYTES;
  const newest = (among: (upload: UploadInProgress) => boolean) => [...arriving].filter(among).at(-1);

  /** Refuses the newest until there is room for `size` more octets of this one, which may be the newest itself. */
  function makeRoom(upload: UploadInProgress, size: number): void {
    const large = upload.body.length + size > SMALL_BYTES;
    const bound = large ? mostBytes * (1 - FOR_SMALL) : mostBytes;
    while (held + size > bound && arriving.has(upload)) {
      const last = newest((other) => other === upload || !large || isLarge(other)) ?? upload;
      last.fail(new Overloaded('the bodies of other requests take all their memory'));
    }
  }

  return {
    async read(request, response) {
      checkHead(request, maxBytes);
      const { promise: arrived, resolve, reject } = Promise.withResolvers<void>();
      const body = new GrowingOctets(Number(request.headers['content-length'] ?? maxBytes));
      const upload: UploadInProgress = { body, fail };
      const unwatch = pace.watch({ moved: () => body.length, cut: () => fail(stalled()) });
      const onClose = () => fail(new ClientGone('the client closed its connection while it sent a body'));
      arriving.add(upload);
      request.on('data', onData).once('end', onEnd).once('close', onClose);
      if (request.headers.expect !== undefined) {
        response.removeHeader('Connection');
        response.writeContinue();
      }

      function onData(chunk: Uint8Array): void {
        if (body.length + chunk.length > maxBytes) fail(tooLarge(maxBytes));
        else makeRoom(upload, chunk.length);
        if (!arriving.has(upload)) return;
        held += chunk.length;
        body.append(chunk);
      }
      function onEnd(): void {
        leave();
        resolve();
      }
      function fail(problem: Error): void {
        if (!arriving.has(upload)) return;
        leave();
        held -= body.length;
        request.resume(); // what still comes goes nowhere
        reject(problem);
      }
      function leave(): void {
        arriving.delete(upload);
        unwatch();
        request.off('data', onData).off('end', onEnd).off('close', onClose);
      }

      await arrived;
      const octets = body.taken();
      const size = octets.length; // which is 0 once its buffer has been given away
      return {
        octets,
        release: () => {
          held -= size;
        },
      };
    },
  };
}

// What is left of the body must not be read as the next request, nor waited for.
const LAST = { Connection: 'close' };

function checkHead({ headers }: Request, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() === 'identity') return;
  const detail = 'an encoded body is not accepted; accepted: octets as they are';
  throw new HttpProblem({ title: 'Unsupported Media Type', status: 415, detail }, LAST);
}

function tooLarge(maxBytes: number): HttpProblem {
  const detail = `the body is too large; accepted: up to ${maxBytes} octets`;
  return new HttpProblem({ title: 'Content Too Large', status: 413, detail }, LAST);
}

function stalled(): HttpProblem {
  const detail = 'the body arrived too slowly; send it without pauses';
  return new HttpProblem({ title: 'Request Timeout', status: 408, detail }, LAST);
}
