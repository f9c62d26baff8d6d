import { join } from 'node:path';
import { survivesKills, survivesRestarts } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '../..');

survivesRestarts(folder);
survivesKills(folder);
