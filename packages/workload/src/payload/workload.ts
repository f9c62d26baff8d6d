import { crc32 } from 'node:zlib';
import { InvalidParameter, type Query, type Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';

/** These letters are the same octets in every encoding, so that an answer may be read as text. */
const LETTERS = Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_');

/**
 * Makes this many octets, the same ones for the same size. Each call makes a copy, because its owner may transfer them.
 */
export const octetsOf = (size: number): Uint8Array<ArrayBuffer> => {
  const octets = new Uint8Array(size);
  for (let filled = 0; filled < size; filled += LETTERS.length)
    octets.set(LETTERS.subarray(0, Math.min(LETTERS.length, size - filled)), filled);
  return octets;
};

type PayloadInput = {
  readonly in: number;
  readonly out: number;
  readonly as: 'octets' | 'json';
  readonly body: Uint8Array;
};
type PayloadOutput = {
  readonly crc: number;
  readonly out: number;
  readonly octets?: Uint8Array;
  readonly text?: string;
};

const MAX_OCTETS = 16 * 2 ** 20;
const NOTHING = new Uint8Array();

function parse(query: Query, body: Uint8Array = NOTHING): PayloadInput {
  onlyKnown('payload', query, ['in', 'out', 'as']);
  const { as = 'octets' } = query;
  if (as !== 'octets' && as !== 'json') throw new InvalidParameter('as', 'is not known', 'octets or json');
  const size = integer(query, 'in', 0, MAX_OCTETS);
  if (body.length !== size)
    throw new InvalidParameter('in', `is ${size} and the body has ${body.length}`, 'the octets of the body');
  return { in: size, out: integer(query, 'out', 0, MAX_OCTETS), as, body };
}

const octetsOfText = (text: string | undefined) =>
  text === undefined ? undefined : Buffer.from(text, 'latin1');

/** `POST /payload?in=N&out=M&as=octets|json` returns a checksum of its body, and M octets. It computes little. */
const payload: Workload<PayloadInput, PayloadOutput> = {
  name: 'payload',
  summary: 'large bodies in and out, a checksum in between',
  parse,
  run({ out, as, body }) {
    const octets = octetsOf(out);
    const made = as === 'octets' ? { octets } : { text: Buffer.from(octets.buffer).toString('latin1') };
    return { crc: crc32(body), out, ...made };
  },
  verify({ in: size, out, as }, { crc, octets, text, ...rest }) {
    const answer = as === 'octets' ? octets : octetsOfText(text);
    return (
      crc === crcOf(size) &&
      rest.out === out &&
      answer !== undefined &&
      answer.length === out &&
      crc32(answer) === crcOf(out)
    );
  },
  bodyType: 'application/octet-stream',
  bodyFor: ({ in: size = '0' }) => octetsOf(Number(size)),
  headline: { in: '65536', out: '65536', as: 'octets' },
  sizes: [1024, 65_536, 1_048_576].map((size) => ({
    label: `${size / 1024} KiB`,
    query: { in: String(size), out: String(size), as: 'octets' },
  })),
};

const known = new Map<number, number>();

function crcOf(size: number): number {
  const hit = known.get(size);
  if (hit !== undefined) return hit;
  const crc = crc32(octetsOf(size));
  known.set(size, crc);
  return crc;
}

/** The export is a default one, so that another checkout can load this file by its path. */
export default payload;
