import { join } from 'node:path';
import { it } from 'node:test';
import { peerContract } from '@cpu-bound/conformance';

if (process.env.REDIS_URL) peerContract(join(import.meta.dirname, '..'));
else it('keeps the HTTP contract', { skip: 'no Redis here: REDIS_URL is not set' });
