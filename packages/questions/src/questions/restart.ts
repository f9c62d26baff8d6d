import * as wording from '@cpu-bound/study/wording';
import { outcomes } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

/** SIGTERM and a fresh start on the same port while requests keep coming: a deployment without a second instance. */
export const restart: QuestionSpec = {
  id: 'restart',
  question: 'What does a restart cost?',
  profiles: ['thorough'],
  once: ['standard'],
  why: 'On SIGTERM a service finishes its requests ([`server.close`](https://nodejs.org/api/http.html#serverclosecallback)) and starts again: the outage is that wait and its start-up.',
  place: 'each',
  windows: () => [
    {
      id: 'restart',
      seconds: 3,
      leadInSeconds: 0.4,
      load: { load: 0.3, of: 'core' },
      fault: { kind: 'restart', atSeconds: 0.6 },
    },
  ],
  named: wording.load,
  metrics: [
    ...outcomes,
    {
      id: 'outage',
      title: 'without service (ms)',
      read: ({ result }) => result.open && (result.open.unservedMs ?? 0),
    },
    {
      id: 'shutdown',
      title: 'shutdown (ms)',
      read: ({ result: { fault } }) => fault && (fault.tookMs ?? 0) - (fault.startUpMs ?? 0),
    },
    { id: 'startup', title: 'start-up (ms)', read: ({ result }) => result.fault?.startUpMs },
  ],
  needs: [
    {
      id: 'restarts',
      title: 'time without service at a restart',
      unit: 's',
      group: 'failures',
      order: 70,
      of: ['outage'],
      apart: 'intervals',
      scale: 1 / 1000,
      under: 'without a second instance',
    },
  ],
  charts: [
    {
      title: 'A restart without a second instance',
      axis: 'ms',
      of: ['outage', 'startup'],
    },
  ],
};
