import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '../temporary.ts';
import { startHere } from './bench.ts';

const skip = process.env.REDIS_URL ? false : 'needs REDIS_URL: run it by `pnpm test`';

it('says before it measures, and above the answer, that the Redis of a user allows no question about accepted jobs, and what to do', {
  skip,
}, async () => {
  const folder = join(temporaryFolder('bench-jobs-'), 'run');
  const scope = '--profile smoke --scenarios jobs,capacity --contestants queue'.split(' ');
  const bench = startHere('run', ...scope, '--rounds', '1', '--out', folder);
  await bench.until(/trials? into/);
  bench.interrupt();
  const { code, output } = await bench.ended;
  assert.equal(code, 130, output);
  const omission = /not measured: accepted jobs \(queue\).* REDIS_URL.*; to do: measure without REDIS_URL/;
  assert.match(output, new RegExp(`${omission.source}[^]*\\d trials? into`));
  const [firstScreen = ''] = (await readFile(join(folder, 'REPORT.md'), 'utf8')).split('\n## ');
  assert.match(firstScreen, new RegExp(`^> \\*\\*Warning:\\*\\* .*${omission.source}`, 'm'));
});
