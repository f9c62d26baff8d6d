import { BackendAway, BackendRefuses, type HttpProblem } from '@cpu-bound/service';
import { isRefusal } from './redis-errors.ts';

/** The answer to a client for an error of a command to Redis. */
export const troubleOf = (error: unknown): HttpProblem =>
  isRefusal(error) ? new BackendRefuses('Redis') : new BackendAway('Redis');

/** Runs a command; whatever Redis does not answer, or refuses, is 503. */
export const orTrouble = <T>(command: Promise<T>): Promise<T> =>
  command.catch((error) => {
    throw troubleOf(error);
  });

export type Ask = <T>(command: () => Promise<T>) => Promise<T>;

/**
 * For commands that a client waits for: none waits for a Redis that hangs. What was given up may still be carried out.
 *
 * @param away why none is begun now
 */
export function createAsking(away: () => HttpProblem | undefined): {
  readonly ask: Ask;
  /** Redis has ceased to answer: ends what waits, with why it is `away`. */
  giveUp(): void;
} {
  const waiting = new Set<(error: unknown) => void>();
  const ask: Ask = async (command) => {
    const why = away();
    if (why) throw why;
    const { promise, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    try {
      return await Promise.race([orTrouble(command()), promise]);
    } finally {
      waiting.delete(reject);
    }
  };
  return {
    ask,
    giveUp() {
      const why = away();
      if (why) for (const reject of waiting) reject(why);
    },
  };
}
