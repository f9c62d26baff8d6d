import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clock } from '../src/clock.ts';

it('the clock of a planted fault counts CPU time in steps far shorter than 5 % of a task', () => {
  const readings: number[] = [];
  for (const end = clock.cpu() + 40; (readings.at(-1) ?? 0) < end; ) readings.push(clock.cpu());
  // A clock that steps by the kernel's ticks of 1 to 10 ms has at most some 40 different readings.
  assert.ok(new Set(readings).size > 400, `${new Set(readings).size} different readings in 40 ms`);
});
