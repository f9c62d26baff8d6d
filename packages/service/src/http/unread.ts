import { ServerResponse } from 'node:http';
import type { Pace } from './pace.ts';
import { Overloaded } from './problems.ts';

/** The answers that their clients have not read yet, as far as they are in this process's memory. */
export type UnreadAnswers = {
  /**
   * Ends a response. A large one is written a piece at a time, as its client reads.
   *
   * @throws Overloaded where there is no memory for a large one beside the others; nothing of it is sent then
   */
  end(response: ServerResponse, body: Uint8Array): void;
};

/** As Node has it: the other one is replaced (see app.ts). */
export const plainEnd = ServerResponse.prototype.end as (
  this: ServerResponse,
  ...parameters: unknown[]
) => ServerResponse;

/** What is written at once: as much as the system takes as a rule. */
const PIECE = 2 ** 18;
/** Who has read nothing between two looks is not reading. */
const LOOKS_WITHOUT_PROGRESS = 2;

type Answer = { left: number; progressAt: number; readonly response: ServerResponse };

/**
 * Keeps the answers that wait to be read within `mostBytes` together. Where they are about to be more, those are cut
 * that no client reads from; if all are read, the newest is refused. An answer by itself may have any size.
 */
export function createUnread(mostBytes: number, pace: Pick<Pace, 'looks'>): UnreadAnswers {
  const answers = new Set<Answer>();
  let bytes = 0;

  function hasRoom(size: number): boolean {
    for (const answer of answers) {
      if (bytes + size <= mostBytes) break;
      if (pace.looks - answer.progressAt < LOOKS_WITHOUT_PROGRESS) continue;
      forget(answer);
      answer.response.socket?.resetAndDestroy();
    }
    return answers.size === 0 || bytes + size <= mostBytes;
  }
  function keep(response: ServerResponse, left: number): Answer {
    const answer: Answer = { left, progressAt: pace.looks, response };
    answers.add(answer);
    bytes += left;
    response.once('close', () => forget(answer));
    return answer;
  }
  function forget(answer: Answer): void {
    if (answers.delete(answer)) bytes -= answer.left;
  }
  function writeOn(answer: Answer, body: Uint8Array): void {
    const { response } = answer;
    while (answer.left > 0) {
      if (!answers.has(answer)) return;
      const at = body.length - answer.left;
      const piece = body.subarray(at, at + PIECE);
      answer.left -= piece.length;
      answer.progressAt = pace.looks;
      bytes -= piece.length;
      if (!response.write(piece)) return void response.once('drain', () => writeOn(answer, body));
    }
    plainEnd.call(response);
  }
  return {
    end(response, body) {
      if (body.length > PIECE) {
        if (!hasRoom(body.length)) {
          for (const name of response.getHeaderNames())
            if (name !== 'connection') response.removeHeader(name);
          throw new Overloaded('the answers that wait to be read take all their memory');
        }
        return writeOn(keep(response, body.length), body);
      }
      plainEnd.call(response, body);
      const left = response.writableLength;
      if (left === 0) return; // the system has it
      if (hasRoom(left)) keep(response, left);
      else response.destroy();
    },
  };
}
