import type { Condition } from '@cpu-bound/study/model';

/** The most informative size of a body: a form is smaller, a photograph larger. */
export const TELLING = 2 ** 20;

const MIB = 2 ** 20;

/** `64 KiB`, `8 MiB`. */
export const sizeName = (octets: number): string =>
  octets >= MIB ? `${octets / MIB} MiB` : `${octets / 1024} KiB`;

/** `1 MiB in`, `64 KiB out`, `1 MiB out as JSON`. */
export function payloadName({ input }: Condition): string {
  const [into, out] = [Number(input.in), Number(input.out)];
  if (into > 0) return `${sizeName(into)} in`;
  return `${sizeName(out)} out${input.as === 'json' ? ' as JSON' : ''}`;
}

export type Direction = 'in' | 'out';

/** Returns the number of octets in this direction, if the other has none and the body is not JSON. */
export function octetsOf({ input }: Condition, direction: Direction): number | undefined {
  if (input.as === 'json') return undefined;
  const size = Number(input[direction]);
  return size > 0 ? size : undefined;
}
