import { RedisBinary } from 'redis-memory-server';
import type { Guard } from '../guard.ts';
import { onPath } from '../on-path.ts';
import type { RedisSource } from './redis.ts';
import { startBinary } from './server.ts';

const NAMES = ['redis-server', 'valkey-server'];

/** Starts redis-server or valkey-server from the PATH. */
export const fromPath = (guard: Guard): RedisSource => ({
  id: 'redis-server or valkey-server on the PATH',
  async start() {
    for (const name of NAMES) {
      const program = await onPath(name);
      if (program) return startBinary(program, guard);
    }
    throw new Error(`neither ${NAMES.join(' nor ')} is installed`);
  },
});

/** Builds Redis from source by redis-memory-server, once, in that package's cache. */
export const builtFromSource = (guard: Guard): RedisSource => ({
  id: "redis-memory-server's own build",
  async start() {
    const make = await onPath('make');
    if (!make) throw new Error('make and a C compiler are needed to build it');
    return startBinary(await RedisBinary.getPath({ version: 'stable' }), guard);
  },
});
