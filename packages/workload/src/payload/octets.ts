/** Text that is octets as well: whoever reads an answer as text reads the same. */
const LETTERS = Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_');

/**
 * Octets of this number, the same ones for the same size. They are not shared: their owner may hand them on for good.
 */
export const octetsOf = (size: number): Uint8Array<ArrayBuffer> => {
  const octets = new Uint8Array(size);
  for (let filled = 0; filled < size; filled += LETTERS.length)
    octets.set(LETTERS.subarray(0, Math.min(LETTERS.length, size - filled)), filled);
  return octets;
};
