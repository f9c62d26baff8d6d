const nobody = new Int32Array(new SharedArrayBuffer(4));

/** The form of an input: a value, arguments, or octets. */
type SlowInput = { readonly value?: [number]; readonly args?: [number]; readonly octets?: Uint8Array };

/** Work for tests: it blocks its thread for a time, as computing does, and returns the milliseconds. */
export default {
  name: 'slow',
  run({ value, args, octets }: SlowInput) {
    const [ms] = value ?? args ?? JSON.parse(new TextDecoder().decode(octets));
    if (ms < 0) throw Object.assign(new Error('refused elsewhere'), { status: 401, statusCode: 401 });
    Atomics.wait(nobody, 0, 0, ms);
    return { ms, octets: new Uint8Array() };
  },
};
