import type { Dispatcher } from 'undici';
import type { Verification } from '../verifier.ts';

/** Gathers one answer and hands it on, verified; a connection that broke counts as a failure. */
export function collect(
  verify: (status: number, body: string) => Verification,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let status = 0;
  let body = '';
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      body += chunk.toString('latin1');
    },
    onResponseEnd() {
      end(verify(status, body));
    },
    onResponseError() {
      end({ outcome: 'failed' });
    },
  };
}
