import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Node's timers count whole milliseconds, and may be late by more than one. */
const TIMER_MS = 2;

/** The servers of the self-check, whose answering times are known. */
const behaviours: Readonly<Record<string, (argument: number) => (response: ServerResponse) => void>> = {
  /** Answers after exactly this number of milliseconds, whatever the load. */
  constant: (ms) => (response) => {
    const due = performance.now() + ms;
    const answerWhenDue = () =>
      performance.now() < due ? setImmediate(answerWhenDue) : answer(response, {});
    setTimeout(answerWhenDue, Math.max(0, ms - TIMER_MS));
  },
  /** Answers at once, but stops all work for a second out of every five. */
  freezing: (ms) => {
    setInterval(() => block(ms), 5_000);
    return (response) => answer(response, {});
  },
};

function answer(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const [behaviour = '', argument = '0'] = process.argv.slice(2);
const respond = behaviours[behaviour]?.(Number(argument));
if (!respond) throw new Error(`no behaviour ${behaviour}; accepted: ${Object.keys(behaviours).join(', ')}`);
const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => respond(response));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit(0));
