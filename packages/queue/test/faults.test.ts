import { join } from 'node:path';
import { describe } from 'node:test';
import { killWorkerProcess, survivesKills } from '@cpu-bound/conformance';

// Another worker takes up the job of one that was killed, and the client gets its answer.
describe('killed workers', () =>
  survivesKills(join(import.meta.dirname, '..'), {
    async kill(service, load) {
      await killWorkerProcess(service, load);
      return 0;
    },
    // The lock of 2 s expires, and two checks for such jobs, a second apart, find that.
    retakenWithinMs: 4_000,
  }));
