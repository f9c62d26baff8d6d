/** A field in which two values of JSON differ: its path, and both values, cut. */
export type Difference = { readonly path: string; readonly one: string; readonly other: string };

type Fields = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Finds the first field in which two values of JSON differ. It has no recursion, because values may be deep. */
export function firstDifference(first: unknown, second: unknown): Difference | undefined {
  const rest: (readonly [path: string, one: unknown, other: unknown])[] = [['', first, second]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [path, one, other] = next;
    if (Object.is(one, other)) continue;
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
      return { path: path.slice(1), ...around(one, other) };
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].reverse();
    for (const name of names) rest.push([`${path}.${name}`, one[name], other[name]]);
  }
  return undefined;
}

const SHOWN = 60;
const BEFORE = 20;

/** Shows long texts from shortly before the place where they begin to differ. */
function around(one: unknown, other: unknown): Pick<Difference, 'one' | 'other'> {
  if (typeof one !== 'string' || typeof other !== 'string')
    return { one: textOf(one).slice(0, SHOWN), other: textOf(other).slice(0, SHOWN) };
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - BEFORE);
  const cut = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}`;
  return { one: cut(one), other: cut(other) };
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const MOST_LEVELS = 100_000;

/** Counts the levels of a value of JSON, without recursion. */
export function depthOf(whole: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [whole]; level.length > 0 && depth < MOST_LEVELS; depth++)
    level = level.flatMap((value) =>
      isObject(value) && !ArrayBuffer.isView(value) ? Object.values(value) : [],
    );
  return depth - 1;
}
