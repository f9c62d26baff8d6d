const nobody = new Int32Array(new SharedArrayBuffer(4));

/** The input as it travels: the value, the arguments, or the octets of one. */
type Travelling = { readonly value?: [number]; readonly args?: [number]; readonly octets?: Uint8Array };

/** Work for tests: it keeps its thread for so many milliseconds, as computing does, and gives them back. */
export default {
  name: 'slow',
  run({ value, args, octets }: Travelling) {
    const [ms] = value ?? args ?? JSON.parse(new TextDecoder().decode(octets));
    Atomics.wait(nobody, 0, 0, ms);
    return { ms, octets: new Uint8Array() };
  },
};
