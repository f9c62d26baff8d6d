import { type DebianPackage, fetchDebianPackage, pathOfFetched } from '../debian-package.ts';
import type { Guard } from '../guard.ts';
import type { RedisSource } from './redis.ts';
import { startBinary } from './server.ts';

/** Both sources name it: they use the same package, and differ in when it is fetched. */
const ID = "the distribution's package";

const redis: DebianPackage = {
  name: 'redis',
  packages: ['redis-tools', 'redis-server'],
  keep: /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/,
  // The link leads to a program that decides by argv[0] what it is. A resolved link would start redis-check-rdb.
  program: 'usr/bin/redis-server',
};

/** Starts the package that `fromDebian` fetched for an earlier run; it needs no network. */
export const fetchedBefore = (guard: Guard): RedisSource => ({
  id: ID,
  start: async () => startBinary(await pathOfFetched(redis), guard),
});

/** Unpacks the distribution's own package into a cache folder: it needs no root and installs nothing. */
export const fromDebian = (guard: Guard): RedisSource => ({
  id: ID,
  start: async () => startBinary(await fetchDebianPackage(redis), guard),
});
