import type { Response } from 'express';
import type { ComputeResult } from '../contract.ts';
import { contentOf } from './content.ts';

/** The header with the fields of an output other than its octets, as JSON. */
export const RESULT_HEADER = 'X-Result';

/** Sends a result: its output as the body, its time and its worker in the header `Server-Timing`. */
export function answer(
  response: Response,
  { output, computeMs, worker }: ComputeResult,
  answerType?: string,
): void {
  const { body, type, fields } = contentOf(output, answerType);
  response.set('Server-Timing', `task;dur=${computeMs}, worker;desc="${worker.pid}/${worker.threadId}"`);
  if (fields !== undefined) response.set(RESULT_HEADER, fields);
  response.type(type).send(body);
}
