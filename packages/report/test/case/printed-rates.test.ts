import assert from 'node:assert/strict';
import { it } from 'node:test';
import { answerCase } from '@cpu-bound/study/decide/case';
import { measurementsIn } from '@cpu-bound/study/decide/measurements';
import * as format from '@cpu-bound/study/format';
import { storedNames, storedRun } from '../stored-run.ts';

for (const name of storedNames)
  it(`each rate that the page of the stored run ${name} prints is accepted as that rate`, async () => {
    for (const { reach: _reach, ...one } of measurementsIn(await storedRun(name)).strategies)
      for (const { perSecond, p99 } of one.rates) {
        if (!p99 || p99.censored) continue;
        const rate = Number(format.number(perSecond).replaceAll(',', ''));
        const alone = { ...one, rates: one.rates.filter((each) => each.perSecond === perSecond) };
        const state = (bound: number) => answerCase({ strategies: [alone] }, { rate, p99: bound }).state;
        const isEnough = new Set(p99.windows.each.map(({ round }) => round)).size >= 5;
        assert.equal(state(p99.high), isEnough ? 'kept' : 'unknown', `${one.id} at ${rate}/s`);
        assert.equal(state(p99.low / 2), isEnough ? 'not kept' : 'unknown', `${one.id} at ${rate}/s`);
      }
  });
