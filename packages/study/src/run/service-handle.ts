import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { OwnRedis } from '@cpu-bound/measure/host/redis/redis';
import { localService, type Service } from '@cpu-bound/measure/host/service';
import type { FaultResult, Milliseconds } from '../model.ts';

/** The measured service, which gets the faults, with the ways to stop it and to start it again on the same port. */
export type ServiceHandle = {
  readonly contestant: Contestant;
  readonly service: () => Service;
  readonly restart: () => Promise<Pick<FaultResult, 'tookMs' | 'startUpMs'>>;
  /** The service's own Redis, which may be killed; absent if it uses the run's. */
  readonly redis: () => OwnRedis | undefined;
  /** Ends it and its own Redis in order, and starts both again. */
  readonly restartAll: () => Promise<void>;
  /** Replaces a service that has died or hangs. */
  readonly revive: () => Promise<void>;
};

/** The place of a service among those that are up. */
type Slot = Pick<ServiceHandle, 'contestant' | 'service' | 'redis'> & {
  /** Starts a replacement on the same port. */
  startAgain(): Promise<Service>;
  warn(problems: readonly string[]): void;
  now(): Milliseconds;
};

export function createHandle({ contestant, service, redis, startAgain, warn, now }: Slot): ServiceHandle {
  return {
    contestant,
    service,
    redis,
    async restart() {
      const began = now();
      warn(await service().stop());
      // The service finds its own jobs again, as after a deployment.
      const { startUpMs } = localService(await startAgain());
      return { tookMs: Math.round(now() - began), startUpMs: Math.round(startUpMs) };
    },
    async restartAll() {
      warn(await service().stop());
      await redis()?.restart(0, 'SIGTERM');
      await startAgain();
    },
    async revive() {
      await service().kill();
      await startAgain();
    },
  };
}
