import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { talk } from '@cpu-bound/measure/host/redis/redis';
import { startBenchIn } from './bench.ts';

const POLLS = 600;
const REPORT = /^(redis:\/\/127\.0\.0\.1:\d+) (\d+)$/m;

/** The command prints the address of its Redis and its own priority, and then waits. */
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

it('with-backends gives Redis a higher priority than its command, and leaves neither when it is killed', async (t) => {
  const bench = startBenchIn({ REDIS_URL: undefined }, 'with-backends', ...command);
  try {
    await bench.until(REPORT);
  } catch {
    return t.skip(`no Redis here: ${(await bench.ended).output}`);
  }
  const [, url = '', priority] = REPORT.exec(bench.output()) ?? [];
  assert.ok(await answers(url));
  const info = await talk(url, (redis) => redis.info('server'));
  const redis = getPriority(Number(/process_id:(\d+)/.exec(info)?.[1]));
  assert.ok(Number(priority) > redis, `Redis has the priority ${redis}, its command ${priority}`);
  bench.child.kill('SIGKILL');
  for (let poll = 0; poll < POLLS && (await answers(url)); poll++) await sleep(100);
  assert.ok(!(await answers(url)), 'Redis still answers');
  assert.deepEqual(await bench.left(), []);
});
