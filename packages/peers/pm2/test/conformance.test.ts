import { join } from 'node:path';
import { conformance, isSoak } from '@cpu-bound/conformance';

conformance(join(import.meta.dirname, '..'), { isBrief: !isSoak });
