import { type Logger, pino } from 'pino';

/** JSON lines on the standard output, written at once so that a crash loses none: lifecycle and failures. */
export const createLog = (level: string): Logger =>
  pino({ level, base: { pid: process.pid } }, pino.destination({ sync: true }));
