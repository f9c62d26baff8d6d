/**
 * This module is measured: put your own CPU-bound function in place of the sum below. The bench asks each strategy for
 * `GET /mine?n=…` and checks every answer. Imports of your own files and packages work.
 *
 *   npx -y pnpm@12 bench run --workload ./this-file.ts     (add --profile quick for a first answer)
 *
 * If your function takes arguments, you do not need this module:
 *
 *   npx -y pnpm@12 bench run --workload ./src/prices.ts#average --args '[1000]'
 */
export default {
  /** The name is also the route. It has lower-case letters, digits and dashes. */
  name: 'mine',

  /** The query of a request → the input: an object of JSON, since it travels to threads and processes. */
  parse(query: { n?: string }) {
    const n = Number(query.n);
    if (Number.isInteger(n) && n >= 1) return { n };
    // The service answers with a 400 that names the parameter and what is accepted.
    const accepted = 'an integer from 1 on';
    throw Object.assign(new Error('n is not acceptable'), {
      name: 'InvalidParameter',
      parameter: 'n',
      accepted,
    });
  },

  /** Your function. It may be async; it returns the answer, an object of JSON. */
  run({ n }: { n: number }) {
    let sum = 0;
    for (let i = 1; i <= n; i++) sum += Math.sqrt(i);
    return { sum };
  },

  /**
   * One parameter sets the size of a task. The bench finds its values for about 1, 5 and 20 ms on your machine. Or
   * name them:
   *
   *   sizes: [{ label: 'small', query: { n: '1000' } }, { label: 'large', query: { n: '100000' } }],
   */
  scale: { parameter: 'n', from: 1, to: 1_000_000_000 },

  /**
   * Your check of an answer, by cheaper code than `run`'s. Without `verify`, the first answer to an input counts as
   * right. So an answer that is always wrong is not found.
   *
   *   verify: ({ n }, { sum }) => Math.abs(sum - expected(n)) < 1e-6,
   */
};
