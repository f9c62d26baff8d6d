import { join } from 'node:path';
import { describe } from 'node:test';
import { killWorkerProcess, survivesKills } from '@cpu-bound/conformance';

// A fork takes the requests with it that it had accepted.
describe('killed forks', () => survivesKills(join(import.meta.dirname, '..'), { kill: killWorkerProcess }));
