import type { RequestHandler } from 'express';
import { HttpProblem, NotFound } from './problems.ts';

/** Longer than any query that a workload has use for, shorter than what the header limit lets through. */
const LONGEST_URL = 2_048;

/** The rest of a body must not be read as the next request. */
const LAST = { Connection: 'close' };

/**
 * Refuses what no route of this service has a use for, before anything looks at it.
 *
 * @param paths of all routes, as OpenAPI writes them
 * @param bodyRoutes where a body may be posted
 */
export function limits(paths: readonly string[], bodyRoutes: readonly string[]): RequestHandler {
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
  return (request, _response, next) => {
    if (request.url.length > LONGEST_URL) {
      const detail = `the URL has ${request.url.length} characters; accepted: up to ${LONGEST_URL}`;
      return next(new HttpProblem({ title: 'URI Too Long', status: 414, detail }));
    }
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    const isExpected = request.method === 'POST' && bodyRoutes.includes(request.path);
    if (!isExpected && (encoding !== undefined || Number(length) > 0)) {
      if (!patterns.some((pattern) => pattern.test(request.path)))
        return next(new NotFound(request.path, LAST));
      const detail = 'a request body is not accepted; parameters go into the query';
      return next(new HttpProblem({ title: 'Content Too Large', status: 413, detail }, LAST));
    }
    next();
  };
}
