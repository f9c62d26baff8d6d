import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const CONNECT_WITHIN_MS = 3_000;
const READY_WITHIN_MS = 15_000;
const POLL_MS = 50;

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

/** Reads the version that the server reports: `PostgreSQL 18.4`. */
export const versionOf = (url: string): Promise<string> =>
  talk(url, async (client) => {
    const { rows } = await client.query('SHOW server_version');
    return `PostgreSQL ${String(rows[0]?.server_version).split(' ')[0]}`;
  });

/** Waits for an answer. @throws if none comes in fifteen seconds, or `died` reports the server's end */
export async function untilAnswering(url: string, died: () => string | undefined): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (true) {
    const failure = await versionOf(url).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure === undefined) return;
    const end = died();
    if (end !== undefined) throw new Error(end);
    if (performance.now() > deadline)
      throw new Error(
        `PostgreSQL on ${new URL(url).host} gave no answer in ${READY_WITHIN_MS} ms (${failure})`,
      );
    await sleep(POLL_MS);
  }
}

/** Creates an empty database. @returns its URL */
export async function createDatabase(url: string, name: string): Promise<string> {
  await talk(url, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

/** Drops the database, even if clients are connected. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await talk(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}
