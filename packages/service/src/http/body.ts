import express, { type Request, type Response } from 'express';
import { HttpProblem, Overloaded } from './problems.ts';

export type ReadBody = (request: Request, response: Response) => Promise<Uint8Array>;

/** The bodies of all requests that have no answer yet may keep this much of the process's memory together. */
const MOST_HELD_BYTES = 256 * 2 ** 20;

/**
 * Reads the octets of a body; they count as held until the answer has left.
 *
 * @throws HttpProblem, 413 for one that is larger than `maxBytes`, 503 while too much is held already
 */
export function bodyReader(maxBytes: number): ReadBody {
  let held = 0;
  const raw = express.raw({ type: () => true, limit: maxBytes, inflate: false });
  return async (request, response) => {
    // Of one that does not say, as much as it may have.
    const size = Number(request.headers['content-length'] ?? maxBytes);
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (held + size > MOST_HELD_BYTES)
      throw new Overloaded('the bodies of waiting requests take all their memory');
    held += size;
    response.once('close', () => {
      held -= size;
    });
    await new Promise<void>((resolve, reject) =>
      raw(request, response, (error?: unknown) => (error ? reject(problemOf(error, maxBytes)) : resolve())),
    );
    return request.body instanceof Uint8Array ? request.body : new Uint8Array();
  };
}

// The rest of the body must not be read as the next request.
const tooLarge = (maxBytes: number) =>
  new HttpProblem(
    {
      title: 'Content Too Large',
      status: 413,
      detail: `the body is too large; accepted: up to ${maxBytes} octets`,
    },
    { Connection: 'close' },
  );

/** What the parser calls its errors. */
function problemOf(error: unknown, maxBytes: number): unknown {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') return tooLarge(maxBytes);
  if (type === 'encoding.unsupported') {
    const detail = 'an encoded body is not accepted; accepted: octets as they are';
    return new HttpProblem({ title: 'Unsupported Media Type', status: 415, detail }, { Connection: 'close' });
  }
  return error;
}
