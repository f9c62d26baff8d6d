import { scrypt as scryptOfNode } from 'node:crypto';
import { promisify } from 'node:util';
import type { Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';

/**
 * The keys of the workload's password and salt, by log2 N. Python's hashlib has made them. They reveal wrong parameters,
 * but no error in OpenSSL, which Node.js uses as well.
 */
export const expectedKeys: Readonly<Record<number, string>> = {
  8: 'e27514d248b927c6cf3086e2d27eac830e18bcb6bf8fa6f4384515c0d3879e95',
  9: '5bfab2e7ef25bdbc9e35ed87e9bef880177b226f95c8faf1c8678d00eaecdb8f',
  10: '9245eda66b83ed5b219f32adb6d7c89b6c9b92e8d5be19bbc957dfc4df3ad868',
  11: '2915dd0617e8316db12ac1a984a1c31fef6222a038578f2ac48840ee6d7eed81',
  12: '9dd7fde371ac1a8128ff749bfac0dfcb9b9182655b6299bf6220f5fcb4b319ce',
  13: '0d0c851beda95a646a0cdd813436377869e73fd472c3294610cad29948e27d43',
  14: '9c8c58f36fb5ac57b93b2a60e14999938a429f407797cbeb3ea272410137e06a',
  15: '0582777d17bda98bbe09dc1a1ad7806e19729fc6510a5a24140718e006dc00f7',
  16: '3c86c6094e73c9249e4a2c5638f2dab3d25cde5e9e2921b166b1853e6000b04b',
};

type ScryptInput = { readonly log2N: number };
type ScryptOutput = { readonly log2N: number; readonly key: string };

const derive = promisify<string, string, number, object, Buffer>(scryptOfNode);
const MIN_LOG2N = 8;
const MAX_LOG2N = 16;
const KEY_BYTES = 32;
/** The limit is twice the 128 × N × r bytes that the largest N needs. */
const MAX_MEMORY = 2 * 128 * 2 ** MAX_LOG2N * 8;

/**
 * `GET /scrypt?log2N=K` derives a key by RFC 7914 (r = 8, p = 1). Node computes it on its own threads, beside the event
 * loop.
 */
const scrypt: Workload<ScryptInput, ScryptOutput> = {
  name: 'scrypt',
  summary: 'a password hash that Node computes on its own thread pool, beside the event loop',
  parse(query) {
    onlyKnown('scrypt', query, ['log2N']);
    return { log2N: integer(query, 'log2N', MIN_LOG2N, MAX_LOG2N) };
  },
  async run({ log2N }) {
    const options = { N: 2 ** log2N, r: 8, p: 1, maxmem: MAX_MEMORY };
    const key = await derive('correct horse battery staple', 'cpu-bound', KEY_BYTES, options);
    return { log2N, key: key.toString('hex') };
  },
  verify: ({ log2N }, output) => output.log2N === log2N && output.key === expectedKeys[log2N],
  headline: { log2N: '11' },
  sizes: [
    { label: 'small', query: { log2N: '9' } },
    { label: 'headline', query: { log2N: '11' } },
    { label: 'large', query: { log2N: '13' } },
  ],
};

/** The export is a default one, so that another checkout can load this file by its path. */
export default scrypt;
