import type { RequestHandler } from 'express';
import { HttpProblem } from './problems.ts';

/** Longer than any query that a workload has use for, shorter than what the header limit lets through. */
const LONGEST_URL = 2_048;

/**
 * Refuses what no route of this service has a use for, before anything looks at it.
 *
 * @param bodyRoutes where a body may be posted
 */
export const limits =
  (bodyRoutes: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    if (request.url.length > LONGEST_URL) {
      const detail = `the URL has ${request.url.length} characters; accepted: up to ${LONGEST_URL}`;
      return next(new HttpProblem({ title: 'URI Too Long', status: 414, detail }));
    }
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    const isExpected = request.method === 'POST' && bodyRoutes.includes(request.path);
    if (!isExpected && (encoding !== undefined || Number(length) > 0)) {
      const detail = 'a request body is not accepted; parameters go into the query';
      // The rest of the body must not be read as the next request.
      return next(
        new HttpProblem({ title: 'Content Too Large', status: 413, detail }, { Connection: 'close' }),
      );
    }
    next();
  };
