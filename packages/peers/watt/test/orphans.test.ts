import { join } from 'node:path';
import { it } from 'node:test';
import { leavesNoOrphan } from '@cpu-bound/conformance';

if (process.env.NPM_WATTPM) leavesNoOrphan(join(import.meta.dirname, '..'));
else it('leaves no process behind', { skip: 'no Watt here: NPM_WATTPM is not set' });
