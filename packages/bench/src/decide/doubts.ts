import type { Analysis, SentinelCheck } from '../model.ts';

/**
 * What speaks against believing the run, in sentences without their points. Empty where nothing does. One who could
 * not take part at all is not judged, and takes nothing from what the others showed; nor does a peer that failed
 * from what is decided among others.
 */
export function doubtsOf({ run, validity, contestants, variants = [] }: Analysis): string[] {
  const { sentinels, failed, gates } = validity;
  const judged = [...contestants, ...variants].map(({ id }) => id);
  const names = [...new Set(failed.map(({ contestant }) => contestant))].filter((id) => judged.includes(id));
  return [
    ...(run.interrupted ? ['it was interrupted before its end'] : []),
    ...gates.filter(({ ok }) => !ok).map(({ detail }) => detail),
    ...(names.length > 0 ? [`${names.join(' and ')} failed (see “What went wrong”)`] : []),
    ...sentinels
      .filter(({ differs }) => differs)
      .map((one) => `the baseline differs from itself in ${sentinelText(one)} where 1 was due`),
    ...(sentinels.some(({ ratio }) => ratio.indicative) ? ['it has too few rounds for verdicts'] : []),
  ];
}

const sentinelText = ({ metric, ratio }: SentinelCheck): string =>
  `${metric} by ${ratio.estimate.toFixed(2)}× [${ratio.low.toFixed(2)}, ${ratio.high.toFixed(2)}]`;
