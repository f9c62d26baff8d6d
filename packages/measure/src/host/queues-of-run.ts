import { hash } from 'node:crypto';
import { MARKER } from './marker.ts';

/** The prefix of all queues of a run, and of no others: by it the run removes the keys that they left. */
export const queuesOfRun = (): string => `bench-${hash('sha256', process.env[MARKER] ?? '').slice(0, 12)}-`;
