import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Guard } from './guard.ts';
import type { ProvisionSource } from './sources.ts';

const CONNECT_WITHIN_MS = 3_000;

/** Runs one exchange on a short-lived connection. @throws if the server accepts no connection in time */
async function talk<T>(url: string, exchange: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => {}); // the awaited calls reject with it
  try {
    await client.connect();
    return await exchange(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates an empty database. @returns its URL, and the version of the server: `PostgreSQL 18.4` */
export const createDatabase = (url: string, name: string) =>
  talk(url, async (client) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    const { rows } = await client.query('SHOW server_version');
    const created = new URL(url);
    created.pathname = `/${name}`;
    return { created: created.href, version: `PostgreSQL ${String(rows[0]?.server_version).split(' ')[0]}` };
  });

/** Drops the database, even if clients are connected. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await talk(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

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
