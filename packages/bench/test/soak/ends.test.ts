import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startBench } from '../e2e/bench.ts';

it('a bench that waits for a program which ignores SIGTERM ends a minute after its own, and leaves nothing', async () => {
  const deaf = ['sh', '-c', 'trap "" TERM; echo it is deaf; exec sleep 600'];
  const bench = startBench('with-backends', ...deaf);
  await bench.until(/^it is deaf$/m);
  bench.child.kill('SIGTERM');
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  assert.match(output, /^did not end within 60 s of the interruption, and was ended; the measurements stay/m);
  assert.deepEqual(await bench.left(), []);
});
