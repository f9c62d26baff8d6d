/**
 * What is to be measured: your own CPU-bound function, in place of the sum below. The bench asks each strategy for
 * `GET /mine?n=…` and checks every answer. Imports of your own files and packages work.
 *
 *   pnpm bench run --workload ./this-file.ts     (add --profile quick for a first answer)
 *
 * A function of which you have the arguments needs no such module:
 *
 *   pnpm bench run --workload ./src/prices.ts#average --args '[1000]'
 */
export default {
  /** Also the route. Lower-case letters, digits and dashes. */
  name: 'mine',

  /** The query of a request → the input: an object of JSON, since it travels to threads and processes. */
  parse(query: { n?: string }) {
    const n = Number(query.n);
    if (Number.isInteger(n) && n >= 1) return { n };
    // Becomes a 400 that names the parameter and what is accepted.
    const accepted = 'an integer from 1 on';
    throw Object.assign(new Error('n is not acceptable'), {
      name: 'InvalidParameter',
      parameter: 'n',
      accepted,
    });
  },

  /** Your function. It may be async; what it returns is an object of JSON, and is the answer. */
  run({ n }: { n: number }) {
    let sum = 0;
    for (let i = 1; i <= n; i++) sum += Math.sqrt(i);
    return { sum };
  },

  /**
   * How large a task is, in one parameter: the bench finds the values that take about 1, 5 and 20 ms here. Or name them:
   *
   *   sizes: [{ label: 'small', query: { n: '1000' } }, { label: 'large', query: { n: '100000' } }],
   */
  scale: { parameter: 'n', from: 1, to: 1_000_000_000 },

  /**
   * How to know that an answer is right, by other code than `run`'s and cheaper. Left out, an answer is right that is
   * the same as the first one to the same input: that finds what differs, and not what is always wrong.
   *
   *   verify: ({ n }, { sum }) => Math.abs(sum - expected(n)) < 1e-6,
   */
};
