import { render } from '../../../own-project/src/render.ts';
import { answerOf, jsonIn } from './workload/call.js';
import type { Json, ServedWorkload } from './workload/served.js';

/** `POST /render` answers with what `render` returns for the JSON in the body. */
export const task: ServedWorkload<{ readonly value: Json }> = {
  name: 'render',
  bodyType: 'application/json',
  needsBody: true,
  parse: (_query, body = new Uint8Array()) => ({ value: jsonIn(body) }),
  // No check: an input that makes the function throw gets 500. For 400, throw InvalidParameter of ./workload/served here.
  run: ({ value }) => answerOf(render(value as unknown as Parameters<typeof render>[0]), 'render'),
};
