import { join } from 'node:path';
import { it } from 'node:test';
import { leavesNoOrphan } from '@cpu-bound/conformance';

if (process.env.NGINX_PROGRAM) leavesNoOrphan(join(import.meta.dirname, '..'));
else it('leaves no process behind', { skip: 'no nginx here: NGINX_PROGRAM is not set' });
