import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  figureOf,
  isRight,
  paused,
  type Service,
  services,
  trueRate,
} from '../fixtures/services-of-known-rate.ts';

const STUDIES = 20;

describe('the largest rate within a p99 of a service whose rate is known', () => {
  for (const [name, service] of Object.entries<Service>(services))
    it(`is found of ${name}: most studies are right, and no rate is far away`, () => {
      const truth = trueRate(service);
      const found = Array.from({ length: STUDIES }, (_, index) => figureOf(service, `${name}/${index}`));
      const text = `${truth}:\n${found.map((one) => JSON.stringify(one)).join('\n')}`;
      const right = found.filter((one) => isRight(one, truth));
      assert.ok(right.length >= 0.8 * STUDIES, `${right.length} of ${STUDIES} are right about ${text}`);
      const rates = found.flatMap((one) => (one.kind === 'rate' ? one.rate.estimate : []));
      assert.ok(rates.length >= STUDIES / 2, text);
      for (const rate of rates) assert.ok(Math.abs(Math.log(rate / truth)) < 0.2, `${rate} ${text}`);
    });

  it('is known without a simulation where the service changes at a rate: at 120 it refuses, at 160 it is slow', () => {
    const [, , refusing, fast] = Object.values<Service>(services).map(trueRate);
    assert.ok(refusing !== undefined && refusing > 90 && refusing <= 121, `${refusing}`);
    assert.ok(fast !== undefined && fast > 150 && fast < 165, `${fast}`);
  });

  it('is none of a service with a pause in every 5 s, or a low rate, as every fifth window of 4 s misses the pause', () => {
    const found = Array.from({ length: STUDIES }, (_, index) => figureOf(paused, `pause/${index}`));
    const none = found.filter(({ kind }) => kind === 'below');
    assert.ok(none.length >= 0.4 * STUDIES, `${none.length} ${JSON.stringify(found)}`);
    for (const one of found)
      assert.ok(one.kind === 'below' || (one.kind === 'rate' && one.rate.estimate < 0.5 * paused.throughput));
  });
});
