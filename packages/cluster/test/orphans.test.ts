import { join } from 'node:path';
import { leavesNoOrphan } from '@cpu-bound/conformance';

leavesNoOrphan(join(import.meta.dirname, '..'));
