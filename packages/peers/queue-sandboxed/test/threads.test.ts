import { join } from 'node:path';
import { it } from 'node:test';
import { peerContract } from '@cpu-bound/conformance';

if (process.env.REDIS_URL) peerContract(`${join(import.meta.dirname, '..')}:threads`);
else it('keeps the HTTP contract on threads', { skip: 'no Redis here: REDIS_URL is not set' });
