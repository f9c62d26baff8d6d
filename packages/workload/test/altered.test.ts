import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { firstAltered } from '../src/inspected/altered.ts';

const circle: { me?: object } = {};
circle.me = circle;
function* lazily() {
  yield 1;
}

const changed: Readonly<Record<string, readonly [value: unknown, found: RegExp]>> = {
  'a function': [{ later: () => 1 }, /^later: a function → nothing; its result$/],
  'a bigint': [{ size: 1n }, /^size: a bigint → nothing; text, or a number$/],
  'a Map': [{ counts: new Map([['a', 1]]) }, /^counts: a Map → an empty object; Object\.fromEntries/],
  'a generator': [{ rows: lazily() }, /^rows: a generator → an empty object; its values, in an array$/],
  'a stream': [{ page: Readable.from(['a']) }, /^page: a stream → nothing; its content$/],
  'a Response': [
    { page: new Response('a') },
    /^page: a Response without fields of its own → an empty object/,
  ],
  'a Proxy': [new Proxy({}, {}), /^it: a Proxy → nothing; a plain copy$/],
  'a URL': [
    { from: new URL('http://127.0.0.1/') },
    /^from: a URL with toJSON → another value by each strategy/,
  ],
  'a circle': [{ inner: circle }, /^inner\.me: a circle → nothing; an object without circles$/],
  'octets in an inner field': [
    { image: { octets: new Uint8Array(3) } },
    /^image\.octets: octets in an inner field → an object with a field for each; a Uint8Array in/,
  ],
  'numbers as octets': [{ octets: Float32Array.of(1) }, /^octets: a Float32Array → .*; Array\.from\(it\)/],
};

for (const [name, [value, found]] of Object.entries(changed))
  it(`a transfer changes ${name}, and its remedy is named`, () => {
    const { path, what, becomes = 'nothing', instead, isMild } = firstAltered(value, 'octets') ?? {};
    assert.match(`${path}: ${what} → ${becomes}; ${instead}`, found);
    assert.equal(isMild, false);
  });

it('a transfer gives each strategy the same other value for a Date and for NaN', () => {
  assert.deepEqual(
    [{ rows: [{ at: new Date(0) }] }, { s: [0, Number.NaN] }].map((value) => {
      const { path, what, isMild } = firstAltered(value, 'octets') ?? {};
      return [path, what, isMild];
    }),
    [
      ['rows[0].at', 'a Date', true],
      ['s[1]', 'NaN', true],
    ],
  );
});

it('a transfer keeps octets in the field octets, also those of another realm', () => {
  for (const octets of [new Uint8Array(3), runInNewContext('new Uint8Array(3)')])
    assert.equal(firstAltered({ octets, rows: [1, 'a', null] }, 'octets'), undefined);
});
