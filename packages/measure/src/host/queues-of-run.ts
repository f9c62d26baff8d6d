import { hash } from 'node:crypto';
import { MARKER } from './marker.ts';

/** What the names of a run's queues begin with, and no others: the run finds and removes what they left. */
export const queuesOfRun = (): string => `bench-${hash('sha256', process.env[MARKER] ?? '').slice(0, 12)}-`;
