import { hash } from 'node:crypto';
import { MARKER } from './marker.ts';

/** Makes the prefix of all queues of a run, which no other queue has. By it, the run removes their keys. */
export const queuesOfRun = (): string => `bench-${hash('sha256', process.env[MARKER] ?? '').slice(0, 12)}-`;
