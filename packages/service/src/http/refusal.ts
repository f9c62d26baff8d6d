import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from './admission.ts';
import { Overloaded } from './problems.ts';

export type EarlyRefusal = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers what is beyond the bound before express looks at it; whether it did. At three times the capacity two of
 * three requests are refusals, and what they cost is missing to the others (docs/adr/0007). What is not plainly a
 * request of the route goes the common way, and is refused there.
 *
 * @param onRefused called for each, because nothing else sees it
 */
export function createEarlyRefusal(route: string, admission: Admission, onRefused: () => void): EarlyRefusal {
  const { document, headers } = new Overloaded();
  const body = Buffer.from(JSON.stringify(document));
  const head = {
    ...headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': body.length,
  };
  const start = `${route}?`;
  return ({ method, url, headers: asked }, response) => {
    if (!admission.isFull || method !== 'GET' || !url?.startsWith(start)) return false;
    // The bytes of a body must not be read as the next request.
    if (asked['content-length'] !== undefined || asked['transfer-encoding'] !== undefined) return false;
    response.writeHead(document.status, head).end(body);
    onRefused();
    return true;
  };
}
