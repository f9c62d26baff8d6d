import { join } from 'node:path';
import { it } from 'node:test';
import { conformance, isSoak } from '@cpu-bound/conformance';

if (process.env.NGINX_PROGRAM) conformance(join(import.meta.dirname, '..'), { isBrief: !isSoak });
else it('keeps the HTTP contract', { skip: 'no nginx here: NGINX_PROGRAM is not set' });
