import { join } from 'node:path';
import { describe } from 'node:test';
import { killWorkerProcess, survivesHangs, survivesKills } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

// A fork takes the requests with it that it had accepted; with round robin, a connection that is on its way to it hangs.
describe('killed forks', () => survivesKills(folder, { kill: killWorkerProcess, mayHang: 1 }));
describe('killed forks, where the system deals the connections', () =>
  survivesKills(`${folder}:os-scheduling`, { kill: killWorkerProcess }));
describe('forks with a task that does not end', () => survivesHangs(folder, { mayHang: 1 }));
