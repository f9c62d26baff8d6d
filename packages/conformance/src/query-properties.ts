import assert from 'node:assert/strict';
import { primes } from '@cpu-bound/workload';
import fc from 'fast-check';
import { json, send } from './requests.ts';
import { it } from './sentence.ts';
import { isSoak } from './soak.ts';

/** A service computes a hundred of these within a moment. */
const LARGEST = 20_000;
const RUNS = isSoak ? 500 : 60;

const counts = fc.integer({ min: 1, max: LARGEST });
/** Every character except surrogates, like fast-check's unit `binary`, which takes a second of CPU time to build. */
const character = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
const anything = fc.oneof(
  fc.string({ unit: character }),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom(
    '',
    ' ',
    '1e3',
    '0x10',
    '-0',
    '٣',
    '../../etc/passwd',
    '$(id)',
    "';--",
    '__proto__',
    '\0',
    '\r\n',
  ),
);

/** Tests that every query gets the right answer, or a client error that names the accepted values. */
export function queryProperties(origin: () => string): void {
  it('right-for-every-input', async () => {
    await fc.assert(
      fc.asyncProperty(counts, fc.boolean(), async (upTo, list) => {
        const reply = await send(origin(), `/primes?upTo=${upTo}${list ? '&list=true' : ''}`);
        assert.equal(reply.status, 200, reply.body);
        const { computeMs: _ms, worker: _worker, ...output } = json(reply);
        assert.ok(primes.verify({ upTo, list }, output), reply.body);
        if (list) assert.equal(output.primes.length, output.count);
      }),
      { numRuns: RUNS },
    );
  });

  it('any-value-4xx', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const reply = await send(origin(), `/primes?${new URLSearchParams({ upTo: value })}`);
        if (/^[1-9]\d{0,7}$/.test(value) && Number(value) <= 10_000_000) return; // the value is an accepted number
        assert.equal(reply.status, 400, `${JSON.stringify(value)}: ${reply.body}`);
        assert.equal(json(reply).parameter, 'upTo');
      }),
      { numRuns: RUNS },
    );
  });

  it('any-query-4xx', async () => {
    const names = fc.oneof(fc.constantFrom('upTo', 'list', 'upTo[]', 'upTo[x]', '__proto__'), fc.string());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(names, fc.oneof(counts.map(String), anything)), { maxLength: 5 }),
        async (pairs) => {
          const { status, body } = await send(origin(), `/primes?${new URLSearchParams(pairs)}`);
          assert.ok(status === 200 || (status >= 400 && status < 500), `${status} ${body}`);
        },
      ),
      { numRuns: RUNS },
    );
  });
}
