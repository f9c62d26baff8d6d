import { join } from 'node:path';
import { describe } from 'node:test';
import { endThread, survivesKills } from '@cpu-bound/conformance';

describe('tasks that end their thread', () =>
  survivesKills(join(import.meta.dirname, '..'), { kill: endThread }));
