import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidParameter, isInvalidParameter } from '../src/index.ts';

const fields = { name: 'InvalidParameter', parameter: 'size', accepted: 'a number' };

test('an InvalidParameter names the wrong value and the accepted ones', () => {
  const error = new InvalidParameter('size', 'is missing', 'a number');
  assert.equal(error.message, 'size is missing; accepted: a number');
  assert.ok(isInvalidParameter(error));
});

test('an error of another class counts as InvalidParameter by its fields', () => {
  assert.ok(isInvalidParameter(Object.assign(new Error('size is missing'), fields)));
  assert.ok(isInvalidParameter(Object.assign(new RangeError('size is missing'), fields)));
});

const others: [string, unknown][] = [
  ['an error without the fields', new Error('InvalidParameter')],
  ['an error of another name', Object.assign(new Error('x'), { ...fields, name: 'RangeError' })],
  ['an error without a parameter', Object.assign(new Error('x'), { ...fields, parameter: undefined })],
  ['an error whose accepted is a list', Object.assign(new Error('x'), { ...fields, accepted: ['a'] })],
  ['an object that is no error', { ...fields, message: 'x' }],
  ['text', 'InvalidParameter'],
  ['null', null],
  ['undefined', undefined],
];
for (const [what, value] of others) {
  test(`${what} is no InvalidParameter`, () => assert.equal(isInvalidParameter(value), false));
}
