import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../src/random.ts';
import { theilSen } from '../src/trend.ts';

const minutes = Array.from({ length: 40 }, (_, index) => index);

describe('the Theil–Sen slope', () => {
  it('equals that of a line, with an interval of no width', () => {
    const found = theilSen(
      minutes,
      minutes.map((x) => 3 + 2 * x),
    );
    assert.deepEqual(found, { estimate: 2, low: 2, high: 2, n: 40 });
  });
  it('is not moved by a fifth of bad points', () => {
    const found = theilSen(
      minutes,
      minutes.map((x) => (x % 5 === 0 ? 900 : 2 * x)),
    );
    assert.ok(found && found.estimate > 1.8 && found.estimate < 2.2, `${found?.estimate}`);
  });
  it('has an interval that excludes the true slope in about one series of a hundred', () => {
    let outside = 0;
    for (let series = 0; series < 1_000; series++) {
      const { normal } = seededRandom(`trend ${series}`);
      const found = theilSen(
        minutes,
        minutes.map((x) => x + 5 * normal()),
      );
      if (!found || found.low > 1 || found.high < 1) outside++;
    }
    assert.ok(outside <= 20, `${outside} of 1,000`);
  });
  it('is unknown for fewer than ten points', () =>
    assert.equal(theilSen(minutes.slice(0, 9), minutes.slice(0, 9)), undefined));
});
