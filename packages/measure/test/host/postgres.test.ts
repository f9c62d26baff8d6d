import assert from 'node:assert/strict';
import { it } from 'node:test';
import { postgresSources } from '../../src/host/postgres.ts';
import { databasesAt } from '../fixtures/databases.ts';
import { recordingGuard } from '../fixtures/recording-guard.ts';

const { DATABASE_URL: url } = process.env;
const { guard, left } = recordingGuard();

it('a run has a database of its own on the user’s PostgreSQL, which is dropped at its end', async (t) => {
  if (!url) return t.skip('no PostgreSQL here: DATABASE_URL is not set');
  const [source = assert.fail()] = postgresSources(guard);
  const own = await source.start();
  assert.match(own.version, /^PostgreSQL \d+/);
  const [database = 'none'] = left.flatMap((leftover) => ('database' in leftover ? leftover.database : []));
  assert.ok((await databasesAt(url)).includes(database));
  assert.ok(own.env.DATABASE_URL?.endsWith(`/${database}`));
  await own.stop();
  assert.ok(!(await databasesAt(url)).includes(database));
});
