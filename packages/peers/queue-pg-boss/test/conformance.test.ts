import { join } from 'node:path';
import { it } from 'node:test';
import { conformance } from '@cpu-bound/conformance';

if (process.env.DATABASE_URL)
  conformance(join(import.meta.dirname, '..'), { isBrief: process.env.CONFORMANCE !== 'whole' });
else it('keeps the HTTP contract', { skip: 'no PostgreSQL here: DATABASE_URL is not set' });
