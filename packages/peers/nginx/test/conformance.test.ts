import { join } from 'node:path';
import { it } from 'node:test';
import { peerContract } from '@cpu-bound/conformance';

if (process.env.NGINX_PROGRAM) peerContract(join(import.meta.dirname, '..'));
else it('keeps the HTTP contract', { skip: 'no nginx here: NGINX_PROGRAM is not set' });
