/** Checks a fraction. @throws RangeError unless `value` is strictly between 0 and 1; the message calls it `name` */
export function assertFraction(value: number, name: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} must lie strictly between 0 and 1, got ${value}`);
  }
}

/**
 * Checks the values of rounds.
 *
 * @throws RangeError if there are none or one of them is not finite; the message calls them `name`
 */
export function assertRounds(values: readonly number[], name: string): void {
  if (values.length === 0) throw new RangeError(`${name} needs at least one round, got none`);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad !== -1) throw new RangeError(`${name} must be finite, round ${bad} is ${values[bad]}`);
}
