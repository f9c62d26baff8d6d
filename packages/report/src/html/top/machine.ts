import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { cpuName, resolution, whenMeasured } from '../../first-screen/trust.ts';

/** Names, in small print, the machine, the hour, and the differences that the run can detect. */
export function machineAside(decision: Decision, analysis: Analysis): Element {
  const { environment, run, validity } = analysis;
  const { node } = environment;
  const isOneRun = (run.parts?.length ?? 1) < 2;
  const minutes = (run.durationS / 60).toFixed(1);
  const short =
    validity.notRun.length > 0
      ? `, ${format.count(validity.notRun.length, 'trial')} left out to keep the time`
      : '';
  const facts = [
    ['Machine', `${cpuName(environment)}, ${format.cores(environment)}, Node.js ${node}`],
    isOneRun
      ? ['Hour', `${hour(run.startedAt)}, ${minutes} minutes`]
      : ['Hours', `${whenMeasured(run)}, ${minutes} minutes`],
    ['Run', `profile ${run.profile}, ${run.workers} workers each${short}`],
    ['Resolution', resolution(decision, run)],
    ...analysis.contestants.flatMap(({ title, elsewhere }) =>
      elsewhere
        ? [
            [
              'Elsewhere',
              `${title}, at ${elsewhere.origin}: a verdict on it is on its machine and network, too`,
            ],
          ]
        : [],
    ),
  ];
  return h('aside', { ariaLabel: 'Where these figures come from' }, [
    h(
      'dl',
      facts
        .filter(([, text]) => text !== '')
        .map(([name = '', text = '']) => h('div', [h('dt', name), h('dd', text)])),
    ),
  ]);
}

/** `23 November 2026, 15:41 UTC` */
function hour(startedAt: string): string {
  const at = new Date(startedAt);
  const date = at.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  return `${date}, ${time} UTC`;
}
