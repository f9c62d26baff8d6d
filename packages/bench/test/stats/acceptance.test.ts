import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alarmsOfEqualArms, slowdownsFound } from './experiments.ts';

test('a thousand comparisons of equal arms, with drift and outliers, alarm at most 62 times', () => {
  // 62 is the 97.5 % point of a binomial with n = 1,000 and 4.88 %, the test's exact error at ten rounds.
  const alarms = alarmsOfEqualArms(1);
  assert.ok(alarms <= 62, `${alarms} alarms`);
  assert.ok(alarms >= 30, `${alarms} alarms: an exact 95 % interval must not be that cautious`);
});

test('of a thousand planted slowdowns of 5 % at least 938 are found in ten rounds', () => {
  const found = slowdownsFound(1);
  assert.ok(found >= 938, `${found} found`);
});
