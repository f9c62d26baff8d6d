import { join } from 'node:path';
import { describe } from 'node:test';
import { killWorkerProcess, survivesHangs, survivesKills } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

// A killed fork loses its accepted requests. A connection on its way to it hangs if it was dealt round-robin.
describe('killed forks', () => survivesKills(folder, { kill: killWorkerProcess, mayHang: 1 }));
describe('killed forks with connections dealt by the system', () =>
  survivesKills(`${folder}:os-scheduling`, { kill: killWorkerProcess }));
describe('forks with an endless task', () => survivesHangs(folder, { mayHang: 1 }));
