import { BackendAway, BackendRefuses, type HttpProblem } from '@cpu-bound/service';
import { isRefusal } from './redis-errors.ts';

/** What a client is told of an error that a command to Redis ended with. */
export const troubleOf = (error: unknown): HttpProblem =>
  isRefusal(error) ? new BackendRefuses('Redis') : new BackendAway('Redis');

/** Runs a command; whatever Redis does not answer, or refuses, is 503. */
export const orTrouble = <T>(command: Promise<T>): Promise<T> =>
  command.catch((error) => {
    throw troubleOf(error);
  });
