import { type DebianPackage, fetchDebianPackage, fetchedBefore as program } from '../debian-package.ts';
import type { Guard } from '../guard.ts';
import type { RedisSource } from './redis.ts';
import { startBinary } from './server.ts';

const redis: DebianPackage = {
  name: 'redis',
  packages: ['redis-tools', 'redis-server'],
  keep: /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/,
  // A link to redis-check-rdb, which behaves by the name of its command: do not resolve it.
  program: 'usr/bin/redis-server',
};

/** The package that `fromDebian` fetched for an earlier run; it needs no network. */
export const fetchedBefore = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => startBinary(await program(redis), guard),
});

/** The distribution's own package, unpacked into a cache folder: no root, nothing installed. */
export const fromDebian = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => startBinary(await fetchDebianPackage(redis), guard),
});
