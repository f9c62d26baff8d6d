import type { FaultResult } from '../../model.ts';
import type { Contestant } from '../contestants/manifest.ts';
import type { OwnRedis } from '../host/redis/redis.ts';
import type { ServiceProcess } from '../host/service-process.ts';

/** What is measured and hurt: the service, and how to stop it and start it again on the same port. */
export type Target = {
  readonly contestant: Contestant;
  readonly service: () => ServiceProcess;
  readonly restart: () => Promise<Pick<FaultResult, 'tookMs' | 'startUpMs'>>;
  /** A Redis of its own, which may be hurt; absent where it has the run's. */
  readonly redis: () => OwnRedis | undefined;
  /** Ends it and its own Redis in order, and starts both again. */
  readonly restartAll: () => Promise<void>;
  /** Puts another in the place of one that has died or hangs. */
  readonly revive: () => Promise<void>;
};
