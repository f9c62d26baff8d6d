import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { talk } from '@cpu-bound/measure/host/redis/redis';
import { startBenchIn } from './bench.ts';

const LOOKS = 600;
const TOLD = /^(redis:\/\/127\.0\.0\.1:\d+) (\d+)$/m;

/** Says where its Redis is and what its own priority is, and stays. */
const command = [
  process.execPath,
  '--eval',
  'console.log(process.env.REDIS_URL, os.getPriority()); setInterval(() => {}, 1000);',
];

const answers = (url: string) =>
  talk(url, (redis) => redis.ping()).then(
    () => true,
    () => false,
  );

it('with-backends lets Redis go before its command, and leaves neither behind when it is killed', async (t) => {
  const bench = startBenchIn({ REDIS_URL: undefined }, 'with-backends', ...command);
  try {
    await bench.until(TOLD);
  } catch {
    return t.skip(`no Redis here: ${(await bench.ended).output}`);
  }
  const [, url = '', priority] = TOLD.exec(bench.output()) ?? [];
  assert.ok(await answers(url));
  const info = await talk(url, (redis) => redis.info('server'));
  const redis = getPriority(Number(/process_id:(\d+)/.exec(info)?.[1]));
  assert.ok(Number(priority) > redis, `Redis goes before its command: ${redis} and ${priority}`);
  bench.child.kill('SIGKILL');
  for (let look = 0; look < LOOKS && (await answers(url)); look++) await sleep(100);
  assert.ok(!(await answers(url)), 'the Redis is gone');
  assert.deepEqual(await bench.left(), []);
});
