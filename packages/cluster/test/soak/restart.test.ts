import { join } from 'node:path';
import { survivesRestarts } from '@cpu-bound/conformance';

survivesRestarts(join(import.meta.dirname, '../..'));
