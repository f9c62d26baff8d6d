import { join } from 'node:path';
import { conformance } from '@cpu-bound/conformance';

conformance(join(import.meta.dirname, '..'));
