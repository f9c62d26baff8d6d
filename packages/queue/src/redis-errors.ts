import type { Setting } from '@cpu-bound/service';

/** Redis has answered that it will not do it: out of memory, read-only, not permitted. */
export const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** It is a replica, since a failover say; an error of a script names the reason within. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('READONLY');

/** Logs what is wrong with Redis: each reason once, and again after it was `over`. */
export type TroubleLog = {
  readonly tell: (error: unknown) => void;
  readonly over: () => void;
};

/**
 * Of an error of ioredis only the reason is logged, at whatever level: the command that failed is part of the error,
 * and the arguments of AUTH are the password.
 *
 * @param level of a reason that is new; a worker leaves `warn` to the API process that has started it
 */
export function createTroubleLog(log: Setting['log'], level: 'warn' | 'debug'): TroubleLog {
  const reported = new Set<string>();
  return {
    tell(error) {
      const reason = reasonOf(error);
      const isNew = !reported.has(reason);
      reported.add(reason);
      log[isNew ? level : 'debug']({ reason }, 'trouble with Redis');
    },
    over: () => reported.clear(),
  };
}

/** An error of several addresses has a code and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return error.message || String(Reflect.get(error, 'code') ?? error.name);
}
