import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { startBenchIn } from '../e2e/bench.ts';

const WAITS = ['with-backends', 'sh', '-c', 'trap "" TERM; echo it waits; exec sleep 600'];

it('a command that ignores SIGTERM is ended with the bench that started it, which leaves nothing', async () => {
  const bench = startBenchIn({}, ...WAITS);
  await bench.until(/^it waits$/m);
  bench.child.kill('SIGTERM');
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  assert.doesNotMatch(output, /did not end/);
  assert.deepEqual(await bench.left(), []);
});

it('a bench that goes on after its interruption ends a minute later, and leaves nothing', async () => {
  const deaf = join(import.meta.dirname, '../fixtures/deaf.ts');
  const bench = startBenchIn({ NODE_OPTIONS: `--import=${deaf}` }, ...WAITS);
  await bench.until(/^it waits$/m);
  bench.child.kill('SIGTERM');
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  assert.match(output, /^did not end within 60 s of the interruption, and was ended; the measurements stay/m);
  assert.deepEqual(await bench.left(), []);
});
