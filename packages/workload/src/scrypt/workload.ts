import { scrypt as scryptOfNode } from 'node:crypto';
import { promisify } from 'node:util';
import type { Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';
import { expectedKeys } from './oracle.ts';

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
