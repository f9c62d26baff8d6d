import { measureAll, settingOf } from '../../analyse/measures.ts';
import { observations } from '../../analyse/observations.ts';
import { recoveryFrom } from '../../analyse/timeline.ts';
import type { Run, ScenarioAnalysis, WindowResult } from '../../model.ts';

const count = (of: 'failed' | 'refused' | 'timedOut') => (window: WindowResult) =>
  window.open?.accounting[of];

/** Where every request went while a service was hurt, and how long it took to be well again. */
export function analyseFaults(run: Run): ScenarioAnalysis {
  const found = observations(run, 'faults');
  return {
    metrics: measureAll(run, found, [
      { metric: 'sent', unit: 'requests', of: ({ open }) => open?.accounting.sent },
      { metric: 'answered', unit: 'requests', of: ({ open }) => open?.accounting.ok, zero: true },
      { metric: 'errors', unit: 'requests', of: count('failed'), zero: true },
      { metric: 'shed', unit: 'requests', of: count('refused'), zero: true },
      // An open loop waits for each until its deadline: what has no answer by then is lost.
      { metric: 'lost', unit: 'requests', of: count('timedOut'), zero: true },
      { metric: 'duplicated', unit: 'requests', of: ({ open }) => open?.answeredTwice, zero: true },
      { metric: 'retaken', unit: 'jobs', of: ({ fault }) => fault?.retaken, zero: true },
      { metric: 'recovery', unit: 'ms', of: (window) => recovery(window)?.ms, zero: true },
      {
        metric: 'unrecovered',
        unit: 'rounds',
        of: (window) => (recovery(window)?.recovered === false ? 1 : 0),
        zero: true,
      },
      { metric: 'away', unit: 'ms', of: ({ fault }) => fault?.tookMs },
    ]),
    comparisons: [],
    setting: { ...settingOf(found), perSecond: found[0]?.window.open?.perSecond ?? 0 },
  };
}

const recovery = ({ open, fault }: WindowResult) => open && fault && recoveryFrom(open, fault.atMs);
