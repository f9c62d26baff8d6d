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
