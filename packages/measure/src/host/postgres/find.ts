import { randomUUID } from 'node:crypto';
import type { Guard } from '../guard.ts';
import type { ProvisionSource } from '../sources.ts';
import { createDatabase, dropDatabase, versionOf } from './database.ts';
import { embedded } from './embedded.ts';

/** Creates a database on the user's server, and drops it at the end. */
const fromEnvironment = (guard: Guard): ProvisionSource => ({
  id: 'DATABASE_URL',
  async start() {
    const { DATABASE_URL: url } = process.env;
    if (!url) throw new Error('not set');
    const name = `cpu_bound_bench_${randomUUID().slice(0, 8)}`;
    guard.watch({ url, database: name });
    const created = await createDatabase(url, name);
    return {
      version: await versionOf(created),
      env: { DATABASE_URL: created },
      stop: () => dropDatabase(url, name),
    };
  },
});

/** Lists the sources in the order in which they are tried: the user's server first, then the package from npm. */
export const postgresSources = (guard: Guard): ProvisionSource[] => [fromEnvironment(guard), embedded(guard)];
