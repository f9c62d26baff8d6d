import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rangeOf } from '../../src/analyse/rates-within.ts';
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
      const known = found.filter(({ form }) => form !== 'not known');
      assert.ok(known.length >= STUDIES / 2, text);
      for (const one of found)
        if (one.form === 'rate')
          assert.ok(Math.abs(Math.log(one.rate.estimate / truth)) < 0.2, `${one.rate.estimate} ${text}`);
    });

  it('is known without a simulation where the service changes at a rate: at 120 it refuses, at 160 it is slow', () => {
    const [, , refusing, fast] = Object.values<Service>(services).map((service) => trueRate(service));
    assert.ok(refusing !== undefined && refusing > 90 && refusing <= 121, `${refusing}`);
    assert.ok(fast !== undefined && fast > 150 && fast < 165, `${fast}`);
  });

  it('is no rate above half of its throughput, of a service with a pause in every 5 s: every fifth window of 4 s misses it', () => {
    const found = Array.from({ length: STUDIES }, (_, index) => figureOf(paused, `pause/${index}`));
    const text = JSON.stringify(found);
    for (const figure of found) {
      const [low] = rangeOf(figure);
      assert.ok(low <= 0.5 * paused.throughput, text);
      assert.ok(figure.form === 'at most' || figure.form === 'not known' || low > 0, text);
    }
    assert.ok(found.filter(({ form }) => form === 'at most').length >= 0.4 * STUDIES, text);
  });
});
