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
];

/** The dependencies that only a clone uses: the package has what `scaffold` writes already formatted. */
export const NOT_INSTALLED: readonly string[] = ['prettier'];
