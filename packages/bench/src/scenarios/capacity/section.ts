import type { Analysis, Comparison, Condition, Metric } from '../../model.ts';
import { conditionKey, sameCondition } from '../../plan/condition.ts';
import * as format from '../../report/format.ts';
import { table } from '../../report/table.ts';

/** The tables, the picture, and what they say. */
export function capacitySection(analysis: Analysis, chart: (file: string) => string): string {
  const found = analysis.scenarios.capacity;
  const rates = found?.metrics.filter(({ metric }) => metric === 'throughput') ?? [];
  if (!found || rates.length === 0) return 'Nothing was measured: see “What went wrong”.';
  const { connections, seconds, rounds } = found.setting;
  const conditions = [
    ...new Map(rates.map(({ condition }) => [conditionKey(condition), condition])).values(),
  ];
  return [
    `Closed loop: ${connections} connections, each sending its next request when it has its answer; ${seconds} s a window, ${format.count(Number(rounds), 'round')}, a fresh process in each. Only answers that the oracle accepted count. The physical limit is cores ÷ kernel time, the kernel timed alone in the same rounds.`,
    chart('capacity.svg'),
    ...conditions.map((condition) => inputTable(analysis, condition)),
    format.intervalNote(rates),
    chart('capacity-ratios.svg'),
    meaning(analysis, conditions),
    chart('capacity-rounds.svg'),
  ].join('\n\n');
}

function inputTable(analysis: Analysis, condition: Condition): string {
  const { metrics = [], comparisons = [], setting } = analysis.scenarios.capacity ?? {};
  const here = metrics.filter((metric) => sameCondition(metric.condition, condition));
  const limit = here.find(({ metric }) => metric === 'limit');
  const of = (contestant: string, name: string): Metric | undefined =>
    here.find((metric) => metric.contestant === contestant && metric.metric === name);
  const rows = analysis.contestants.map(({ id, title }) => {
    const rate = of(id, 'throughput');
    const fraction = of(id, 'limit-fraction');
    const comparison = comparisons.find(
      (one) => one.contestant === id && sameCondition(one.condition, condition),
    );
    return [
      title,
      rate ? format.interval(rate) : 'none',
      fraction ? format.percent(fraction) : '–',
      id === analysis.run.baseline ? 'baseline' : comparison ? format.ratio(comparison.ratio) : '–',
      comparison ? format.verdict(comparison) : '–',
      comparison?.mde === undefined ? '–' : `±${(comparison.mde * 100).toFixed(1)} %`,
      String(rate?.n ?? 0),
    ];
  });
  const limitText = limit
    ? `; physical limit ${format.interval(limit)} req/s (n = ${limit.n}) on ${analysis.environment.cores} cores`
    : '';
  return [
    `**${format.input(condition)}** — ${setting?.connections} connections, ${setting?.seconds} s${limitText}`,
    table(['', 'answers/s', 'of the limit', 'against the baseline', 'verdict', 'MDE', 'n'], rows),
  ].join('\n\n');
}

/** One sentence per input and contestant, none stronger than its interval. */
function meaning(analysis: Analysis, conditions: readonly Condition[]): string {
  const title = (id: string) => analysis.contestants.find((contestant) => contestant.id === id)?.title ?? id;
  const comparisons = analysis.scenarios.capacity?.comparisons ?? [];
  const lines = conditions.flatMap((condition) => {
    const here = comparisons.filter((one) => sameCondition(one.condition, condition));
    return here.length === 0
      ? []
      : [`- ${format.input(condition)}: ${here.map((one) => sentence(one, title)).join('; ')}.`];
  });
  return ['**What it means.**', ...lines].join('\n');
}

function sentence(comparison: Comparison, title: (id: string) => string): string {
  const { contestant, baseline, ratio, verdict, roundsNeeded, mde } = comparison;
  const [who, whom] = [title(contestant), title(baseline)];
  const range = `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}`;
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `${who} answers ${ratio.estimate.toFixed(2)} times as many requests as ${whom} (${range})`;
    case 'negligible':
      return `${who} differs from ${whom}, but by too little to matter (${range})`;
    case 'equivalent':
      return `${who} and ${whom} are within the 5 % margin of each other (${range})`;
    case 'inconclusive':
      return `${who} against ${whom} is inconclusive (${range}${mde ? `; a difference of ${(mde * 100).toFixed(0)} % would have shown` : ''}${roundsNeeded ? `; about ${roundsNeeded} rounds would settle it` : ''})`;
    case 'indicative':
      return `${who} gave ${ratio.estimate.toFixed(2)} times the answers of ${whom} in these few rounds (${range}), which carry no verdict`;
  }
}
