import { join } from 'node:path';
import { conformance } from '@cpu-bound/service/conformance';

conformance(join(import.meta.dirname, '..'), { canRefuse: false });
