import { join } from 'node:path';
import { describe } from 'node:test';
import { survivesHangs, survivesKills } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '../..');

describe('killed forks', () => survivesKills(folder));
// No connection is on its way to a fork that the system gives it to.
describe('killed forks with connections dealt by the system', () =>
  survivesKills(`${folder}:os-scheduling`, { mayHang: 0 }));
describe('forks with an endless task', () => survivesHangs(folder));
