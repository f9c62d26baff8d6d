const nobody = new Int32Array(new SharedArrayBuffer(4));

/** Work for tests: it blocks its thread for a time, as computing does, and returns the milliseconds. */
export default {
  name: 'slow',
  parse: ({ ms = '0' }: { readonly ms?: string }) => ({ ms: Number(ms) }),
  run({ ms }: { readonly ms: number }) {
    if (ms < 0) throw Object.assign(new Error('refused elsewhere'), { status: 401 });
    Atomics.wait(nobody, 0, 0, ms);
    return { ms };
  },
};
