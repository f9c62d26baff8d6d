import { join } from 'node:path';
import { it } from 'node:test';
import { conformance } from '@cpu-bound/conformance';

if (process.env.NGINX_PROGRAM)
  conformance(join(import.meta.dirname, '..'), { isBrief: process.env.CONFORMANCE !== 'whole' });
else it('keeps the HTTP contract', { skip: 'no nginx here: NGINX_PROGRAM is not set' });
