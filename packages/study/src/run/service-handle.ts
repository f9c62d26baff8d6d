import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { OwnRedis } from '@cpu-bound/measure/host/redis/redis';
import type { Service } from '@cpu-bound/measure/host/service';
import type { FaultResult } from '../model.ts';

/** What is measured and hurt: the service, and how to stop it and start it again on the same port. */
export type ServiceHandle = {
  readonly contestant: Contestant;
  readonly service: () => Service;
  readonly restart: () => Promise<Pick<FaultResult, 'tookMs' | 'startUpMs'>>;
  /** A Redis of its own, which may be hurt; absent where it has the run's. */
  readonly redis: () => OwnRedis | undefined;
  /** Ends it and its own Redis in order, and starts both again. */
  readonly restartAll: () => Promise<void>;
  /** Puts another in the place of one that has died or hangs. */
  readonly revive: () => Promise<void>;
};
