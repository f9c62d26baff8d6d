import { join } from 'node:path';
import { it } from 'node:test';
import { peerContract } from '@cpu-bound/conformance';

if (process.env.NPM_WATTPM) peerContract(join(import.meta.dirname, '..'));
else it('keeps the HTTP contract', { skip: 'no Watt here: NPM_WATTPM is not set' });
