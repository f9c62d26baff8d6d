import { join } from 'node:path';
import { survivesKills } from '@cpu-bound/conformance';

// The lock of 2 s expires, and two checks for such jobs, a second apart, find that.
survivesKills(join(import.meta.dirname, '..'), { retakenWithinMs: 4_000 });
