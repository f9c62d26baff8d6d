import { randomUUID } from 'node:crypto';
import type { Guard } from '../guard.ts';
import type { ProvisionSource } from '../sources.ts';
import { createDatabase, dropDatabase } from './database.ts';

/** Creates a database on the user's server, and drops it at the end. */
export const postgresSources = (guard: Guard): ProvisionSource[] => [
  {
    id: 'DATABASE_URL',
    async start() {
      const { DATABASE_URL: url } = process.env;
      if (!url) throw new Error('not set');
      const name = `cpu_bound_bench_${randomUUID().slice(0, 8)}`;
      guard.watch({ url, database: name });
      const { created, version } = await createDatabase(url, name);
      return { version, env: { DATABASE_URL: created }, stop: () => dropDatabase(url, name) };
    },
  },
];
