import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import type { Guard } from '../../src/host/guard.ts';
import { embedded } from '../../src/host/postgres/embedded.ts';
import { postgresSources } from '../../src/host/postgres/find.ts';

const folders: string[] = [];
const databases: string[] = [];
const guard: Guard = {
  watchContainer: () => {},
  watchProcess: () => {},
  watchFolder: (folder) => folders.push(folder),
  watchQueues: () => {},
  watchDatabase: (_url, name) => databases.push(name),
};

async function databasesAt(url: string): Promise<string[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database');
  await client.end();
  return rows.map(({ datname }) => datname);
}

describe('a PostgreSQL', () => {
  it('has a folder, or a database on the user’s server, that is removed at its end', async (t) => {
    const server = await embedded(guard)
      .start()
      .catch((error: Error) => error);
    if (server instanceof Error) return t.skip(`no PostgreSQL here: ${server.message}`);
    const { DATABASE_URL: url = '' } = server.env;
    const before = process.env.DATABASE_URL;
    process.env.DATABASE_URL = url;
    try {
      const [fromUser] = postgresSources(guard);
      const own = await fromUser?.start();
      assert.match(own?.version ?? '', /^PostgreSQL \d+/);
      assert.ok((await databasesAt(url)).includes(databases[0] ?? 'none'));
      assert.ok(own?.env.DATABASE_URL?.endsWith(`/${databases[0]}`));
      await own?.stop();
      assert.ok(!(await databasesAt(url)).includes(databases[0] ?? 'none'));
    } finally {
      if (before === undefined) delete process.env.DATABASE_URL;
      else process.env.DATABASE_URL = before;
      await server.stop();
    }
    assert.equal(existsSync(folders[0] ?? '/'), false);
  });
});
