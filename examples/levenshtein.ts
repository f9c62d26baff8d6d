type Input = { readonly length: number };
type Output = { readonly distance: number };

/** Creates two texts of a length. The second has every third letter of the first changed. */
const textsOf = (length: number) => {
  const first = Array.from({ length }, (_, at) => (at * at + 7 * at) % 26);
  return [first, first.map((letter, at) => (at % 3 === 0 ? letter + 26 : letter))] as const;
};

/** `GET /levenshtein?length=N` computes the edit distance of two texts by dynamic programming. */
export default {
  name: 'levenshtein',

  parse({ length: text = '' }: { length?: string }): Input {
    const length = Number(text);
    if (Number.isInteger(length) && length >= 1 && length <= 20_000) return { length };
    const fields = { name: 'InvalidParameter', parameter: 'length', accepted: 'an integer from 1 to 20000' };
    throw Object.assign(new Error('length is not acceptable'), fields);
  },

  run({ length }: Input): Output {
    const [one, other] = textsOf(length);
    let row = Array.from({ length: length + 1 }, (_, at) => at);
    for (let i = 1; i <= length; i++) {
      const next = [i];
      for (let j = 1; j <= length; j++) {
        const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
        next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
      }
      row = next;
    }
    return { distance: row[length] ?? 0 };
  },

  /** The changed letters occur nowhere in the first text, so that each has to be replaced: a third of them, rounded up. */
  verify: ({ length }: Input, { distance }: Output) => distance === Math.ceil(length / 3),

  scale: { parameter: 'length', from: 10, to: 20_000 },
};
