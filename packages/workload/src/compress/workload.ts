import { gunzipSync, gzipSync } from 'node:zlib';
import type { Workload } from '../contract.ts';
import { integer, onlyKnown } from '../parameters.ts';

type CompressInput = { readonly kib: number };
type CompressOutput = { readonly kib: number; readonly gzip: string };

const MAX_KIB = 16_384;
const WORDS = ['worker', 'thread', 'queue', 'request', 'answer', 'the', 'of', 'and', 'a', 'kernel', 'core'];
const texts = new Map<number, Buffer>();

/** Makes a text of words and numbers of this size. It is always the same, and made once for each size. */
function textOf(kib: number): Buffer {
  const known = texts.get(kib);
  if (known) return known;
  const text = Buffer.alloc(kib * 1024);
  let at = 0;
  let state = 1;
  while (at < text.length) {
    state = (state * 48_271) % 2_147_483_647; // Lehmer's generator (Park & Miller 1988)
    const word = state % 5 === 0 ? String(state) : (WORDS[state % WORDS.length] ?? '');
    at += text.write(`${word} `, at);
  }
  texts.set(kib, text);
  return text;
}

/** `GET /compress?kib=N` returns N KiB of text as gzip: the work of a native library, with answers of some size. */
const compress: Workload<CompressInput, CompressOutput> = {
  name: 'compress',
  summary: 'gzip by Node’s native library, on the calling thread; answers of many KiB',
  parse(query) {
    onlyKnown('compress', query, ['kib']);
    return { kib: integer(query, 'kib', 1, MAX_KIB) };
  },
  run: ({ kib }) => ({ kib, gzip: gzipSync(textOf(kib)).toString('base64') }),
  /** Unpacking takes a fraction of packing, and is other code. */
  verify({ kib }, output) {
    if (output.kib !== kib || typeof output.gzip !== 'string') return false;
    return gunzipSync(Buffer.from(output.gzip, 'base64')).equals(textOf(kib));
  },
  headline: { kib: '128' },
  sizes: [
    { label: 'small', query: { kib: '16' } },
    { label: 'headline', query: { kib: '128' } },
    { label: 'large', query: { kib: '512' } },
  ],
};

/** The export is a default one, so that another checkout can load this file by its path. */
export default compress;
