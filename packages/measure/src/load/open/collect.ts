import type { Dispatcher } from 'undici';
import type { AnswerCheck, Verification } from '../verifier.ts';

/**
 * Gathers one answer and passes it on with its verification. A broken connection is a failure, and so is the end of
 * undici's own timeouts.
 */
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
    onResponseError(_controller, error) {
      const { code } = error as NodeJS.ErrnoException;
      end({
        outcome: TIMEOUTS.has(code) ? 'timedOut' : 'failed',
        why: [code, error.message].filter(Boolean).join(': '),
      });
    },
  };
}

const TIMEOUTS = new Set<string | undefined>(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
