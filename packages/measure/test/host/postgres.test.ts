import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { it } from 'node:test';
import { Client } from 'pg';
import { embedded } from '../../src/host/postgres/embedded.ts';
import { postgresSources } from '../../src/host/postgres/find.ts';
import { recordingGuard } from '../fixtures/recording-guard.ts';

const { guard, left } = recordingGuard();

async function databasesAt(url: string): Promise<string[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database');
  await client.end();
  return rows.map(({ datname }) => datname);
}

it('a PostgreSQL has a folder, or a database on the user’s server, that is removed at its end', async (t) => {
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
    const [database = 'none'] = left.flatMap((leftover) => ('database' in leftover ? leftover.database : []));
    assert.ok((await databasesAt(url)).includes(database));
    assert.ok(own?.env.DATABASE_URL?.endsWith(`/${database}`));
    await own?.stop();
    assert.ok(!(await databasesAt(url)).includes(database));
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
    await server.stop();
  }
  const [folder = '/'] = left.flatMap((leftover) => ('folder' in leftover ? leftover.folder : []));
  assert.equal(existsSync(folder), false);
});
