import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { talk } from '../../src/measure/host/redis/redis.ts';
import { startBenchIn } from './bench.ts';

const LOOKS = 200;

/** Says where its Redis is, and stays. */
const command = [
  process.execPath,
  '--eval',
  'console.log(process.env.REDIS_URL); setInterval(() => {}, 1000);',
];

const answers = (url: string) =>
  talk(url, (redis) => redis.ping()).then(
    () => true,
    () => false,
  );

it('a bench that is killed leaves neither its Redis nor its command behind', async (t) => {
  const bench = startBenchIn({ REDIS_URL: undefined }, 'with-backends', ...command);
  try {
    await bench.until(/^redis:\/\/127\.0\.0\.1:\d+$/m);
  } catch {
    return t.skip(`no Redis here: ${(await bench.ended).output}`);
  }
  const url = /^redis:\/\/127\.0\.0\.1:\d+$/m.exec(bench.output())?.[0] ?? '';
  assert.ok(await answers(url));
  bench.child.kill('SIGKILL');
  for (let look = 0; look < LOOKS && (await answers(url)); look++) await sleep(100);
  assert.ok(!(await answers(url)), 'the Redis is gone');
  assert.deepEqual(await bench.left(), []);
});
