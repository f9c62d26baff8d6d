import type { Dispatcher } from 'undici';
import type { Verification } from '../verifier.ts';

/** Gathers one answer and hands it on, verified; a connection that broke counts as a failure. */
export function collect(
  verify: (status: number, body: Buffer, result?: string) => Verification,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let status = 0;
  const chunks: Buffer[] = [];
  let result: string | undefined;
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      result = headers['x-result']?.toString();
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      const [only = Buffer.alloc(0), ...more] = chunks;
      end(verify(status, more.length > 0 ? Buffer.concat(chunks) : only, result));
    },
    onResponseError() {
      end({ outcome: 'failed' });
    },
  };
}
