import type { OpenLoopTask } from '@cpu-bound/measure/load/open/child';
import type { Probe } from '../model.ts';
import type { WindowTask } from './window-task.ts';

/** File descriptors of one generator: 1,024 is the usual limit of a process. */
export const MOST_CONNECTIONS = 900;

/** Specifies the probe of a window. Its arrivals are `constant`, so that it is no burst by itself. */
export const probeTask = ({ trial, window, handle }: WindowTask, probe: Probe): OpenLoopTask => ({
  origin: handle.service().origin,
  targets: [{ label: 'probe', path: probe.path, weight: 1 }],
  arrivals: 'constant',
  perSecond: probe.perSecond,
  seconds: window.seconds,
  leadInSeconds: window.leadInSeconds,
  seed: `${trial.id}/${window.id}`,
  policy: 'random',
  connections: 0, // connections are opened when needed: to open them first would wait for the very loop that is probed
  mostConnections: MOST_CONNECTIONS,
  timeoutMs: probe.timeoutMs,
});
