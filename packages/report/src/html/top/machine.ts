import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import type { Element } from 'hast';
import { h } from 'hastscript';
import { cpuName, resolution, whenMeasured } from '../../first-screen/trust.ts';

/** Names, in small print, the machine, the hour, and the differences that the run can detect. */
export function machineAside(decision: Decision, analysis: Analysis): Element {
  const { environment, run, validity } = analysis;
  const isOneRun = (run.parts?.length ?? 1) < 2;
  const when = `${whenMeasured(run)}${isOneRun ? `, ${run.startedAt.slice(11, 16)} UTC` : ''}`;
  const short =
    validity.notRun.length > 0
      ? `, ${format.count(validity.notRun.length, 'trial')} left out to keep the time`
      : '';
  const facts = [
    ['Machine', `${cpuName(environment)}, ${wording.cores(environment)}, Node.js ${environment.node}`],
    [isOneRun ? 'Hour' : 'Hours', `${when}, ${(run.durationS / 60).toFixed(1)} minutes`],
    ['Run', `profile ${run.profile}, ${run.workers} workers each${short}`],
    ['Resolution', resolution(decision)],
    ...analysis.contestants.map(({ title, elsewhere }) => [
      'Elsewhere',
      elsewhere && `${title}, at ${elsewhere.origin}: a verdict on it is on its machine and network, too`,
    ]),
  ];
  return h('aside', { ariaLabel: 'Where these figures come from' }, [
    h(
      'dl',
      facts
        .filter(([, text]) => text)
        .map(([name = '', text = '']) => h('div', [h('dt', name), h('dd', text)])),
    ),
  ]);
}
