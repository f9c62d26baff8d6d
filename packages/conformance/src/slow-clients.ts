import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtInFile } from '@cpu-bound/workload';
import { endContestant, type Place, type Started, startContestant } from './contestant.ts';
import { metric } from './observability.ts';
import { send } from './requests.ts';
import { it } from './sentence.ts';
import { until } from './until.ts';

const LARGEST = 16 * 2 ** 20;
/** The slow reader below empties the system's buffers many times within this time. */
const STALL_TIMEOUT_MS = 2_000;
const SLOW_MS = 1.5 * STALL_TIMEOUT_MS;

const UPLOAD = `POST /payload?in=${LARGEST}&out=1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGEST}\r\n\r\n`;

/** Tests that clients which send or read slowly, or not at all, block no other client. */
export const survivesSlowClients = (folder: Place): void => {
  describe('slow clients', () => {
    let service: Started;
    before(async () => {
      service = await startContestant(folder, {
        WORKLOAD: builtInFile('payload'),
        STALL_TIMEOUT_MS: String(STALL_TIMEOUT_MS),
      });
    });
    after(() => endContestant(service));

    const statusOf = async (init?: RequestInit) => {
      const response = await fetch(`${service.origin}/payload?in=${init ? 3 : 0}&out=3`, init);
      await response.arrayBuffer();
      return response.status;
    };
    const countCut = async () =>
      metric(
        (await send(service.origin, '/metrics')).body,
        /^http_requests_total\{route="\/payload",status="499"\}/,
      );
    const open = (bytes: string): Socket => {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1').setEncoding('latin1');
      socket.on('error', () => {}).write(bytes);
      return socket;
    };
    const ask = async (): Promise<IncomingMessage> => {
      const request = get(`${service.origin}/payload?in=0&out=${LARGEST}`, { agent: false });
      request.on('error', () => {}); // its response has the same error
      const [response] = await once(request, 'response');
      assert.equal(response.statusCode, 200);
      return response.pause();
    };

    it('stalled-uploads-cut', async () => {
      const idle = Array.from({ length: 16 }, () => open(UPLOAD));
      const cut = idle.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      assert.equal(await statusOf({ method: 'POST', body: 'abc' }), 200);
      await Promise.all(cut);
    });

    it('unread-answers-cut', async () => {
      const before = await countCut();
      const readers: IncomingMessage[] = [];
      for (let reader = 0; reader < 6; reader++) {
        readers.push(await ask());
        assert.equal(await statusOf(), 200);
      }
      await until(
        async () => (await countCut()) === before + readers.length,
        () => 'the readers are not cut',
      );
      for (const reader of readers) await assert.rejects(lengthOf(reader), { code: 'ECONNRESET' });
    });

    it('slow-reader-whole', async () => {
      assert.equal(await lengthOf(await ask(), SLOW_MS), LARGEST);
    });
  });
};

/** Reads an answer to its end, evenly over `overMs`. */
async function lengthOf(response: IncomingMessage, overMs = 0): Promise<number> {
  const began = performance.now();
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    const aheadMs = began + (overMs * length) / LARGEST - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
  }
  return length;
}
