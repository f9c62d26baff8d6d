/**
 * This module is measured: put your own CPU-bound function in place of the sum below. The bench asks each strategy for
 * `POST /mine` with a body of JSON and checks every answer. Imports of your own files and packages work.
 *
 *   npx -y pnpm@12 bench run --workload ./this-file.ts     (add --profile quick for a first answer)
 *
 * If your function takes JSON and its inputs are in files, you do not need this module:
 *
 *   npx -y pnpm@12 bench run --workload ./src/render.ts#render --body 'samples/*.json'
 */
export default {
  /** The name is also the route. It has lower-case letters, digits and dashes. */
  name: 'mine',

  /** The body of a request → the input: an object of JSON, since it travels to threads and processes. */
  parse(_query: object, body?: Uint8Array) {
    const given = body && jsonIn(body);
    if (Array.isArray(given?.prices)) return given;
    // The service answers with a 400 that names what is accepted.
    const accepted = 'a body of JSON, { "prices": [1, 2, 3] }';
    throw Object.assign(new Error('the body is not acceptable'), {
      name: 'InvalidParameter',
      parameter: 'body',
      accepted,
    });
  },

  /** Your function. It may be async; it returns the answer, an object of JSON. */
  run({ prices }: { prices: number[] }) {
    let sum = 0;
    for (const price of prices) sum += Math.sqrt(price);
    return { sum };
  },

  /**
   * One parameter of the query sets the size of a task. The bench finds its values for about 1, 5 and 20 ms on your
   * machine. Or name them:
   *
   *   sizes: [{ label: 'small', query: { items: '100' } }, { label: 'large', query: { items: '10000' } }],
   */
  scale: { parameter: 'items', from: 1, to: 1_000_000 },

  /** The body that the bench sends with this query. To read it from a file: `readFileSync(new URL(…, import.meta.url))`. */
  bodyFor({ items = '1' }: { items?: string }) {
    const prices = Array.from({ length: Number(items) }, (_, at) => at);
    return new TextEncoder().encode(JSON.stringify({ prices }));
  },

  /** The Content-Type of the bodies. */
  bodyType: 'application/json',

  /**
   * Your check of an answer, by cheaper code than `run`'s. Without `verify`, the first answer to an input counts as
   * right. So an answer that is always wrong is not found.
   *
   *   verify: ({ prices }, { sum }) => Math.abs(sum - expected(prices)) < 1e-6,
   */
};

function jsonIn(body: Uint8Array) {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
