import { measureAll, settingOf } from '../../analyse/measures.ts';
import { observations } from '../../analyse/observations.ts';
import { outageOf } from '../../analyse/timeline.ts';
import type { Run, ScenarioAnalysis } from '../../model.ts';

/** Failed requests, the time without service and the start-up of a restart under load. */
export function analyseRestart(run: Run): ScenarioAnalysis {
  const found = observations(run, 'restart');
  return {
    metrics: measureAll(run, found, [
      { metric: 'sent', unit: 'requests', of: ({ open }) => open?.accounting.sent },
      { metric: 'errors', unit: 'requests', of: ({ open }) => open?.accounting.failed, zero: true },
      { metric: 'shed', unit: 'requests', of: ({ open }) => open?.accounting.refused, zero: true },
      { metric: 'lost', unit: 'requests', of: ({ open }) => open?.accounting.timedOut, zero: true },
      { metric: 'outage', unit: 'ms', of: ({ open }) => open && outageOf(open), zero: true },
      {
        metric: 'shutdown',
        unit: 'ms',
        of: ({ fault }) => fault && (fault.tookMs ?? 0) - (fault.startUpMs ?? 0),
      },
      { metric: 'startup', unit: 'ms', of: ({ fault }) => fault?.startUpMs },
    ]),
    comparisons: [],
    setting: { ...settingOf(found), perSecond: found[0]?.window.open?.perSecond ?? 0 },
  };
}
