import { join } from 'node:path';
import { it } from 'node:test';
import { conformance } from '@cpu-bound/conformance';

if (process.env.NPM_WATTPM)
  conformance(join(import.meta.dirname, '..'), { isBrief: process.env.CONFORMANCE !== 'whole' });
else it('keeps the HTTP contract', { skip: 'no Watt here: NPM_WATTPM is not set' });
