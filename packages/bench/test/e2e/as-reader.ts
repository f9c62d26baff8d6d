import { delimiter } from 'node:path';

/** The variables that pnpm, the test runner and the backends of the tests add. */
const ADDED = /^(npm_|pnpm_|NODE_|SOAK$|REDIS_URL$|DATABASE_URL$|NGINX)/i;

/** The changes of this environment that make it a reader's, for a command that a page shows. */
export const asReader: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => ADDED.test(name))
      .map((name) => [name, undefined]),
  ),
  PATH: (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};
