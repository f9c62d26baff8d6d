import { type DebianPackage, fetchDebianPackage, fetchedBefore as program } from '../debian-package.ts';
import type { Guard } from '../guard.ts';
import type { RedisSource } from './redis.ts';
import { startBinary } from './server.ts';

const redis: DebianPackage = {
  name: 'redis',
  packages: ['redis-tools', 'redis-server'],
  keep: /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/,
  // This is a link to redis-check-rdb, which behaves by the name of its command. It must not be resolved.
  program: 'usr/bin/redis-server',
};

/** Starts the package that `fromDebian` fetched for an earlier run; it needs no network. */
export const fetchedBefore = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => startBinary(await program(redis), guard),
});

/** Unpacks the distribution's own package into a cache folder: it needs no root and installs nothing. */
export const fromDebian = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => startBinary(await fetchDebianPackage(redis), guard),
});
