import { TaskTimedOut } from '@cpu-bound/service';
import { InvalidParameter } from '@cpu-bound/workload';
import type { Failure } from './item.ts';

/** A failure as an error again, of the class that it had: what a workload refuses is the client's fault. */
export function errorOf({ error, refused, stoppedAfterMs }: Failure): Error {
  if (stoppedAfterMs !== undefined) return new TaskTimedOut(stoppedAfterMs);
  if (!refused) return new Error(error);
  const { parameter, accepted } = refused;
  return Object.assign(new InvalidParameter(parameter, 'is not accepted', accepted), { message: error });
}
