import type { Dispatcher } from 'undici';
import type { AnswerCheck, Verification } from '../verifier.ts';

/** Gathers one answer and passes it on with its verification; a broken connection counts as a failure. */
export function collect(
  check: AnswerCheck,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let status = 0;
  let result: string | undefined;
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      result = headers['x-result']?.toString();
    },
    onResponseData(_controller, chunk) {
      check.add(chunk);
    },
    onResponseEnd() {
      end(check.end(status, result));
    },
    onResponseError() {
      end({ outcome: 'failed' });
    },
  };
}
