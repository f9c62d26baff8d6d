/**
 * This module is measured: put your own CPU-bound function in place of the loop below. The bench asks each strategy for
 * `POST /mine` with a body of octets, up to 16 MiB, and checks every answer. Imports of your own files and packages work.
 *
 *   npx -y pnpm@12 bench run --workload ./this-file.ts     (add --profile quick for a first answer)
 *
 * If your function takes octets and its inputs are in files, you do not need this module:
 *
 *   npx -y pnpm@12 bench run --workload ./src/resize.ts#resize --body 'samples/*.png'
 */
export default {
  /** The name is also the route. It has lower-case letters, digits and dashes. */
  name: 'mine',

  /** The body of a request → the input: octets in a field of their own, and the parameters of the query. */
  parse(_query: object, body?: Uint8Array) {
    if (body && body.length > 0) return { image: body };
    // The service answers with a 400 that names what is accepted.
    const accepted = 'the octets of an image';
    throw Object.assign(new Error('the body is empty'), {
      name: 'InvalidParameter',
      parameter: 'body',
      accepted,
    });
  },

  /**
   * Your function. It may be async. The field `octets` of its result is the body of the answer; the header X-Result has
   * the other fields. Without octets, the answer is JSON.
   */
  run({ image }: { image: Uint8Array }) {
    const octets = new Uint8Array(image.length);
    for (let at = 0; at < image.length; at++) octets[at] = 255 - Math.sqrt((image[at] ?? 0) ** 2);
    return { octets };
  },

  /**
   * One parameter of the query sets the size of a task. The bench finds its values for about 1, 5 and 20 ms on your
   * machine. Or name them:
   *
   *   sizes: [{ label: 'small', query: { kib: '16' } }, { label: 'large', query: { kib: '1024' } }],
   */
  scale: { parameter: 'kib', from: 1, to: 16_384 },

  /** The body that the bench sends with this query. To read it from a file: `readFileSync(new URL(…, import.meta.url))`. */
  bodyFor({ kib = '1' }: { kib?: string }) {
    return new Uint8Array(1024 * Number(kib)).fill(7);
  },

  /**
   * Your check of an answer, by cheaper code than `run`'s. Without `verify`, the first answer to an input counts as
   * right. So an answer that is always wrong is not found.
   *
   *   verify: ({ image }, { octets }) => octets.length === image.length,
   */
};
