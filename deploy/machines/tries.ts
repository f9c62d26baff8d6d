import type { Outcome, Running } from './machine.ts';
import type { Machine } from './rows.ts';

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

/** The findings of a newcomer who gave some commands on a machine. */
export type Tried = { readonly isGreen: boolean; readonly findings: readonly string[] };

const STUDY_WITHIN_MS = 15 * 60_000;

const study = (folder: string) => `npx -y pnpm@12 bench run --profile smoke --rounds 1 --out ${folder}`;

/** Tries what is named in a row of the matrix. */
export const tried = (running: Running, tries: Machine['tries']): Tried =>
  tries === undefined ? measured(running) : tries === 'package' ? packaged(running) : interrupted(running);

function measured({ give, read }: Running): Tried {
  const whole = give(study('results/study'), STUDY_WITHIN_MS);
  // A short study has no time for the question that needs most of a Redis.
  const jobs = give(`${study('results/jobs')} --scenarios jobs --contestants queue`, STUDY_WITHIN_MS);
  return {
    isGreen: areGreen(whole, jobs),
    findings: [
      `exit ${whole.code} and ${jobs.code}`,
      ...findingsIn(read('results/study/analysis.json')),
      jobsIn(read('results/jobs/analysis.json')),
      warningsIn(whole.output),
    ],
  };
}

/** Types Ctrl-C in a terminal once the first round is shown, and counts the processes that live five seconds later. */
const TYPES_CTRL_C = `
touch /tmp/shown
{ for second in $(seq 600); do grep -q 'round 1' /tmp/shown && break; sleep 1; done; printf '\\003'; } |
  script -qec "stty cols 100 rows 40; $GIVEN" /tmp/shown >/dev/null
code=$?
cat /tmp/shown
sleep 5
left=$(for one in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$one; echo; done | grep -cE '^[^ ]*(node|redis-server|pnpm)')
echo "ended with $code, $left left"
`;

function interrupted({ give, read }: Running): Tried {
  const { output } = give(study('results/study'), STUDY_WITHIN_MS, TYPES_CTRL_C);
  const [end = 'it never ended'] = /ended with \d+, \d+ left/.exec(output) ?? [];
  const rest = give('npx -y pnpm@12 bench run --resume results/study', STUDY_WITHIN_MS);
  return {
    isGreen: end === 'ended with 130, 0 left' && areGreen(rest),
    findings: [end, `exit ${rest.code} of --resume`, ...findingsIn(read('results/study/analysis.json'))],
  };
}

/** Builds the package by the clone, and installs it in a project that has a function. */
const INSTALLS = `
npx -y pnpm@12 package && mkdir /tmp/project && mv cpu-bound-bench-*.tgz /tmp/project && cd /tmp/project &&
echo '{ "type": "module" }' >package.json && echo 'export const half = (n) => ({ half: n / 2 });' >half.js &&
npm install --no-audit --no-fund ./cpu-bound-bench-*.tgz
`;

function packaged({ give, read }: Running): Tried {
  const installed = give(INSTALLS, STUDY_WITHIN_MS);
  const own = '--workload "./half.js#half" --args "[4]" --profile smoke --rounds 1 --out results/study';
  const run = give(`cd /tmp/project && npx cpu-bound-bench run ${own}`, STUDY_WITHIN_MS);
  return {
    isGreen: areGreen(installed, run),
    findings: [
      `exit ${installed.code} and ${run.code}`,
      ...findingsIn(read('/tmp/project/results/study/analysis.json')),
      warningsIn(run.output),
    ],
  };
}

const areGreen = (...outcomes: readonly Outcome[]) => outcomes.every(({ code }) => code === 0);
