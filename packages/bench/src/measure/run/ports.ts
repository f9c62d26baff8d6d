import type { Query } from '@cpu-bound/workload';
import { flush } from '../host/redis/redis.ts';
import { ContestantFailure, oneOff } from '../host/service-process.ts';
import { createVerifier } from '../load/verifier.ts';
import type { Ports } from './context.ts';
import { settle } from './settle.ts';
import { type StartContext, start } from './start.ts';

/** The world as it is: processes, HTTP and the machine's clock. */
export function realPorts(context: StartContext): Ports {
  const { config, redis, signal } = context;
  return {
    emptyRedis: async () => {
      // Where it does not answer, those who need it will say so when they start.
      if (redis?.owned) await flush(redis.url).catch(() => {});
    },
    start: (contestant, changes) => start(contestant, context, changes),
    async startRedis(persistence) {
      if (!redis?.another)
        throw new Error(`the bench cannot start another Redis like that of ${redis?.source}`);
      return redis.another(persistence, config.out);
    },
    async verify(origin, query: Query) {
      const url = `${origin}/${config.workload.name}?${new URLSearchParams(query)}`;
      const response = await fetch(url, { headers: oneOff, signal });
      const verification = createVerifier(config.workload, query)(response.status, await response.text());
      if (verification.outcome === 'ok') return;
      const why = verification.outcome === 'wrong' ? verification.why : `status ${response.status}`;
      throw new ContestantFailure('wrong-answer', `GET ${url.slice(origin.length)}: ${why}`);
    },
    settle,
    now: () => performance.now(),
  };
}
