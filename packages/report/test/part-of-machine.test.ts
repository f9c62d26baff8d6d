import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import { checks } from '../src/appendix.ts';
import { firstScreen } from '../src/first-screen/first-screen.ts';
import { studyFrom } from '../src/published.ts';

const part = { of: 16, generators: 3 };
const divided = { ...sound, environment: { ...sound.environment, cores: 13, part } };

describe('a study of a part of a machine', () => {
  it('names the part and the machine, in its title and beside its processor', () => {
    const screen = firstScreen(divided);
    assert.match(screen, /^# Which strategy for .* on 13 of 16 cores\?$/m);
    assert.equal(screen.match(/13 of 16 cores/g)?.length, 2);
    assert.doesNotMatch(firstScreen(sound), /\d of \d+ cores/);
  });

  it('says which cores the load generators had', () => {
    assert.match(checks(divided), /^- the load generators had 3 cores for themselves, beside the services$/m);
    assert.doesNotMatch(checks(sound), /for themselves/);
  });

  it('is published as another machine than a whole one of its size', () => {
    const { environment } = sound;
    const known = { contestants: [] };
    const whole = studyFrom({ ...sound, environment: { ...environment, cores: 13 } }, known);
    assert.deepEqual([whole.machine.cores, whole.machine.of], [13, undefined]);
    const { machine } = studyFrom(divided, known);
    assert.deepEqual([machine.cores, machine.of], [13, 16]);
  });
});
