/** Version 00 and the future ones that begin like it: trace id and parent id in lower case, neither all zeros. */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** The request's trace context (W3C Trace Context, §3.2), or undefined where there is none that is valid. */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;
