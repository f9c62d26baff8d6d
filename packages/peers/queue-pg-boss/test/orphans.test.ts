import { join } from 'node:path';
import { it } from 'node:test';
import { leavesNoOrphan } from '@cpu-bound/conformance';

if (process.env.DATABASE_URL) leavesNoOrphan(join(import.meta.dirname, '..'));
else it('leaves no process behind', { skip: 'no PostgreSQL here: DATABASE_URL is not set' });
