import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAdmission } from '../src/http/admission.ts';
import { Overloaded } from '../src/http/problems.ts';

test('as many are let in as there are places, whatever comes and goes', () => {
  const steps = fc.array(fc.constantFrom('enter', 'leave'), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (places, moves) => {
      const admission = createAdmission(places);
      let inside = 0;
      for (const move of moves) {
        if (move === 'leave') {
          if (inside === 0) continue;
          admission.leave();
          inside--;
        } else if (inside < places) {
          admission.enter();
          inside++;
        } else {
          assert.throws(() => admission.enter(), Overloaded);
        }
        assert.equal(admission.pending, inside);
      }
    }),
  );
});

test('a refusal tells the client when to come again', () => {
  const admission = createAdmission(1);
  admission.enter();
  assert.throws(
    () => admission.enter(),
    (error: Overloaded) => {
      assert.equal(error.document.status, 503);
      assert.deepEqual(error.headers, { 'Retry-After': '1' });
      return true;
    },
  );
});
