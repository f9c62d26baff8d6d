import type { Dispatcher } from 'undici';
import { type AnswerHead, headOf } from '../answer-head.ts';
import type { AnswerCheck, Verification } from '../verifier.ts';

/** Gathers and verifies one answer. A broken connection is a failure, as are undici's own timeouts. */
export function collect(
  check: AnswerCheck,
  end: (verification: Verification) => void,
): Dispatcher.DispatchHandler {
  let head: AnswerHead = { status: 0 };
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      head = headOf(statusCode, (name) => headers[name]?.toString());
    },
    onResponseData(_controller, chunk) {
      check.add(chunk);
    },
    onResponseEnd() {
      end(check.end(head));
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
