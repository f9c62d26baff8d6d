import { BackendAway, BackendRefuses, type HttpProblem } from '@cpu-bound/service';

/** Redis has answered that it will not do it: out of memory, read-only, not permitted. */
export const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** What a client is told of an error that a command to Redis ended with. */
export const troubleOf = (error: unknown): HttpProblem =>
  isRefusal(error) ? new BackendRefuses('Redis') : new BackendAway('Redis');

/** Runs a command; whatever Redis does not answer, or refuses, is 503. */
export const orTrouble = <T>(command: Promise<T>): Promise<T> =>
  command.catch((error) => {
    throw troubleOf(error);
  });
