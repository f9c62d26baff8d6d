import type { Dispatcher } from 'undici';
import type { Verification } from '../verifier.ts';

/** Gathers one answer and hands it on, verified; a connection that broke counts as a failure. */
export function collect(
  verify: (status: number, body: string, result?: string) => Verification,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let status = 0;
  let body = '';
  let result: string | undefined;
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      result = headers['x-result']?.toString();
    },
    onResponseData(_controller, chunk) {
      body += chunk.toString('latin1');
    },
    onResponseEnd() {
      end(verify(status, body, result));
    },
    onResponseError() {
      end({ outcome: 'failed' });
    },
  };
}
