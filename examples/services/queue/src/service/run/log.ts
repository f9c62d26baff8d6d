import { type Logger, pino } from 'pino';

/** Creates a log of JSON lines on the standard output, written synchronously so that a crash loses none. */
export const createLog = (level: string): Logger =>
  pino({ level, base: { pid: process.pid } }, pino.destination({ sync: true }));
