import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as format from '@cpu-bound/study/format';
import fc from 'fast-check';
import { ratesMeasured } from '../../src/size/measured.ts';
import { keeps } from '../../src/size/size.ts';
import { storedNames, storedRun } from '../stored-run.ts';

for (const name of storedNames)
  it(`each rate that the page of the stored run ${name} prints is accepted as that rate`, async () => {
    const analysis = await storedRun(name);
    for (const one of ratesMeasured(analysis))
      for (const { perSecond, p99 } of one.rates) {
        if (!p99 || p99.censored) continue;
        const printed = Number(format.number(perSecond).replaceAll(',', ''));
        const alone = { rates: one.rates.filter((rate) => rate.perSecond === perSecond) };
        const kept = keeps(alone, { rate: printed, p99: p99.high });
        assert.deepEqual(kept, { answer: 'yes', by: alone.rates[0] }, `${one.id} at ${printed}/s`);
        const beyond = keeps(alone, { rate: printed, p99: p99.low / 2 });
        assert.deepEqual(beyond, { answer: 'no', by: alone.rates[0] }, `${one.id} at ${printed}/s`);
      }
  });

it('any measured rate is accepted as it is printed', () =>
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (perSecond) => {
      const printed = Number(format.number(perSecond).replaceAll(',', ''));
      // An overloaded strategy does not keep any p99 at its rate, nor above it.
      assert.equal(keeps({ rates: [{ perSecond }] }, { rate: printed, p99: 1 }).answer, 'no');
    }),
  ));
