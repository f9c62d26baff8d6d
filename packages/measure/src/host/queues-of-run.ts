import { hash } from 'node:crypto';
import { MARKER } from './marker.ts';

/** The prefix of all queues of a run, and of no other queues. The run removes the keys that they left by it. */
export const queuesOfRun = (): string => `bench-${hash('sha256', process.env[MARKER] ?? '').slice(0, 12)}-`;
