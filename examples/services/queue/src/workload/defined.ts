/** The same fields, but a field that may be undefined may be absent instead. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Copies an object without the fields that are undefined: an unknown value is absent, in memory as in JSON. `in` would
 * copy what a user's module has added to `Object.prototype`, too.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  const known: Partial<T> = {};
  for (const key of Object.keys(fields) as (keyof T)[])
    if (fields[key] !== undefined) known[key] = fields[key];
  return known as unknown as Defined<T>;
}
