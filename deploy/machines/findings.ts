type Analysis = {
  readonly environment: { readonly redis: string };
  readonly decision: { readonly needs: readonly { readonly id: string; readonly measured?: object }[] };
  readonly validity: {
    readonly missing: readonly { readonly contestant: string }[];
    readonly failed: readonly { readonly contestant: string }[];
  };
};

/** Lists the Redis of a study, and what a newcomer would miss. @param text its analysis.json, if there is one */
export function findingsIn(text: string | undefined): string[] {
  if (text === undefined) return ['no analysis'];
  const { environment, validity }: Analysis = JSON.parse(text);
  return [
    environment.redis,
    ...validity.missing.map(({ contestant }) => `${contestant} missing`),
    ...validity.failed.map(({ contestant }) => `${contestant} failed`),
  ];
}

export function jobsIn(text: string | undefined): string {
  const needs = text === undefined ? [] : (JSON.parse(text) as Analysis).decision.needs;
  const isMeasured = needs.some(({ id, measured }) => id === 'jobs' && measured !== undefined);
  return isMeasured ? 'accepted jobs' : 'accepted jobs NOT measured';
}

/** Counts the lines that a reader has to ignore. */
export const warningsIn = (output: string): string =>
  `${output.split('\n').filter((line) => /\bWARN\b|DeprecationWarning|npm warn/.test(line)).length} warnings`;
