import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { LOCK } from '../../src/commands/claim.ts';
import { claimant, newLock } from '../fixtures/claimant.ts';
import { temporaryFolder } from '../temporary.ts';
import { startHereIn } from './bench.ts';

const base = temporaryFolder('bench-waiting-');
const mine = join(base, 'mine.mjs');
const out = join(base, 'run');
const scope = ['--profile', 'smoke', '--contestants', 'single', '--args', '[4]', '--out', out];
before(() => writeFile(mine, 'export const half = (n) => n / 2;'));

it('a run that waits for another bench finds mistakes in its flags at once, and reads its function after the wait', async () => {
  const lock = newLock();
  const holder = claimant('bench run', { lock });
  await holder.until(/^measures/m);
  const run = (...flags: string[]) =>
    startHereIn({ [LOCK]: lock }, 'run', '--workload', `${mine}#half`, '--wait', ...scope, ...flags);
  const wrong = await run('--rounds', 'many').ended;
  assert.equal(wrong.code, 1, wrong.output);
  assert.match(wrong.output, /^--rounds many: /m);
  const waiting = run();
  await waiting.until(/^waiting for process /m);
  await writeFile(mine, "throw new Error('edited meanwhile');");
  await holder.end();
  const { code, output } = await waiting.ended;
  assert.equal(code, 1, output);
  assert.match(
    output,
    new RegExp(`^waiting for process ${holder.pid} of .*, bench run; Ctrl-C ends the wait$`, 'm'),
  );
  assert.match(output, /mine\.mjs.*edited meanwhile/);
  assert.equal(existsSync(out), false);
});
