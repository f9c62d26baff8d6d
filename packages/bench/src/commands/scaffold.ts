import { dirname, relative, resolve } from 'node:path';
import { chooseContestants } from '@cpu-bound/measure/contestants/find';
import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { OLDEST_NODE } from '@cpu-bound/measure/contestants/runtimes';
import { nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import {
  assertEmpty,
  type Call,
  type Case,
  type Figures,
  FRAMEWORKS,
  type Language,
  STRATEGIES,
  scaffold,
} from '@cpu-bound/scaffold';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import { inputsIn, UsageError } from '@cpu-bound/study/config/config';
import { type Analysis, type Metric, sameInput } from '@cpu-bound/study/model';
import { absoluteSpecifier, argumentsIn, WorkloadError, withInputs } from '@cpu-bound/workload';
import { analysisOf } from './analysis.ts';
import { checkIn } from './check.ts';
import { comparedWith } from './check-findings.ts';
import { onPath, tooOldFor } from './doctor.ts';
import { fromRoot } from './repeating-command.ts';
import { reportableRuns } from './runs.ts';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type ScaffoldFlags = {
  readonly workload?: string;
  readonly body?: string;
  readonly args?: string;
  readonly type?: string;
  readonly answersDiffer?: true;
  readonly env?: readonly string[];
  readonly out?: string;
  readonly js?: true;
  readonly copy?: true;
  readonly into?: string;
  readonly kubernetes?: true;
};

/**
 * `bench scaffold threads --workload ./src/render.ts#render --body 'samples/*.json' --out ./render-service`: the strategy
 * around the reader's function, as a service of their own.
 *
 * @returns what was written, and what to do next
 * @throws UsageError for what is unknown, for a folder that is not empty, and for a function that `run` refuses
 */
export async function scaffoldCommand(
  name: string,
  flags: ScaffoldFlags,
  surface: Surface,
  excess: readonly string[] = [],
): Promise<string> {
  const { cwd, root, code, signal, workloads, print } = surface;
  const { strategy, into, named, out, variables } = checked(name, flags, excess);
  const { body, args, type, answersDiffer, env = [] } = flags;
  nameVariables(variables); // the function is examined with them
  await assertEmpty(resolve(cwd, out)); // before the function is examined, which takes seconds
  const specifier = hasInputs(flags) ? withInputs(named, inputsIn(flags), cwd) : named;
  const onSlow = (what: string) => print(`the workload: ${what}`);
  const workload = await workloads.load(specifier, cwd, { signal, onSlow }).catch((error: Error) => {
    throw error instanceof WorkloadError ? new UsageError([`--workload: ${error.message}`]) : error;
  });
  const cases = await casesIn(strategy, { specifier: absoluteSpecifier(specifier, cwd), workload }, surface);
  const [, path = named, exported = 'default', inputs = ''] = /^(.+?)#([^?]+)(?:\?(.*))?$/s.exec(named) ?? [];
  const file = resolve(cwd, path);
  const namedArgs = new URLSearchParams(inputs).get('args');
  const inSpecifier = namedArgs === null ? null : argumentsIn(namedArgs, dirname(file));
  const language: Language = flags.js ? 'js' : 'ts';
  const shown = relative(cwd, resolve(cwd, out));
  const service = shown.startsWith('..') ? shown : `./${shown}`;
  const measuredWith = (env: readonly string[]) =>
    commandLine({
      contestants: into ? strategy : `${strategy},${service}`,
      workload: named,
      body,
      args,
      type,
      answersDiffer,
      env,
    });
  const { files, notes, needsRedis } = await scaffold({
    top: code,
    strategy,
    language,
    into,
    file,
    name: exported,
    route: workload.name,
    call: callOf(workload, args === undefined ? inSpecifier : argumentsIn(args, cwd)),
    cases,
    answerType: workload.answerType,
    isCopied: flags.copy ?? false,
    forKubernetes: flags.kubernetes ?? false,
    out: resolve(cwd, out),
    variables: Object.keys(variables),
    measured: `cd ${shellWord(relative(resolve(cwd, out), cwd) || '.')} && ${measuredWith(Object.keys(variables))}`,
    figures: await figuresFor(strategy, `${file}#${exported}`, root),
  });
  const test = needsRedis
    ? `npx -y pnpm@12 bench with-backends npm --prefix ${shellWord(shown)} test`
    : 'npm test';
  const inFolder = (command: string) => `  (cd ${shellWord(shown)} && ${command})`;
  return [
    ...notes.map((note) => `note: ${note}`),
    `wrote ${files.length} files to ${shown}, for Node.js ${OLDEST_NODE} or newer`,
    ...tooOldFor(OLDEST_NODE, await onPath()),
    'Next:',
    ...(needsRedis ? [inFolder('npm install'), `  ${test}`] : [inFolder(`npm install && ${test}`)]),
    into ? `  ${shown}/README.md says how your app mounts it` : `  ${measuredWith(env)}`,
    ...(into
      ? []
      : [inFolder('npm start') + (needsRedis ? ' # with the Redis of REDIS_URL, or on localhost:6379' : '')]),
  ].join('\n');
}

/** More cases, or larger ones, would tell a test no more. */
const MOST_CASES = 8;
const MOST_BYTES = 256 * 2 ** 10;

/**
 * Makes cases of the answers that the function gives in a strategy, from the smallest sample to the largest; of a large
 * one only if there is no other. Where the strategy's backend is absent, a single process answers.
 *
 * @throws UsageError if the strategy does not run the function
 */
async function casesIn(
  strategy: string,
  { specifier, workload }: { readonly specifier: string; readonly workload: KnownWorkload },
  surface: Surface,
): Promise<Case[]> {
  const { chosen } = await chooseContestants(surface.code, undefined, surface.cwd);
  const passed = await withBench(surface, async (bench) => {
    const startable = chosen
      .filter(isStartable)
      .filter(({ id, workers }) => id === strategy || workers === false)
      .toSorted((a, b) => Number(b.id === strategy) - Number(a.id === strategy));
    const backends = await bench.backendsFor(startable);
    const able = startable.filter(({ id }) => !backends.missing.some(({ contestant }) => contestant === id));
    const { seen, checked } = await checkIn(able.slice(0, 1), { specifier, workload }, backends, surface);
    if (checked.refused !== undefined) throw new UsageError([`--workload ${specifier}: ${checked.refused}`]);
    return comparedWith(seen)?.passed ?? [];
  });
  const bodies = await workload.sentFor(workload.headline);
  const cases: Case[] = [];
  for (const { query, text, type = '', result } of passed.slice(0, MOST_CASES)) {
    const body = bodies.find((sent) => sent.query.sample === query.sample)?.body;
    const isLarge = (body?.byteLength ?? 0) + text.length > MOST_BYTES;
    if (!isLarge || cases.length === 0)
      cases.push({
        name: query.sample ?? 'arguments',
        ...(body && { body }),
        answer: Buffer.from(text, 'latin1'),
        type: workload.answerType ?? type.replace(/;.*$/, ''),
        ...(result !== undefined && { fields: result }),
        ...(workload.answersDiffer && { differs: true }),
      });
  }
  return cases;
}

/** @throws UsageError with every mistake of the flags */
function checked(name: string, flags: ScaffoldFlags, excess: readonly string[]) {
  const { workload: named, body, args, out } = flags;
  const problems: string[] = [];
  const strategy = STRATEGIES.find((known) => known === name);
  if (!strategy) problems.push(`${name}: unknown; accepted: ${STRATEGIES.join(', ')}`);
  if (excess.length > 0)
    problems.push(
      `${excess.join(' ')}: of no flag; quote a pattern, so that the shell leaves it: --body 'samples/*.json'`,
    );
  const into = FRAMEWORKS.find((framework) => framework === flags.into);
  if (flags.into !== undefined && !into)
    problems.push(`--into ${flags.into}: unknown; accepted: ${FRAMEWORKS.join(', ')}`);
  if (flags.into !== undefined && flags.kubernetes)
    problems.push(
      '--kubernetes: the manifests are of a service, and --into writes none; accepted: one of the two flags',
    );
  if (named === undefined) problems.push('--workload: name your function: ./src/render.ts#render');
  if (out === undefined) problems.push('--out: name the folder to write: ./render-service');
  if (body !== undefined && args !== undefined) problems.push('--body and --args: accepted: one of them');
  const { variables, problems: ofVariables } = readNamed(flags.env ?? []);
  problems.push(...ofVariables);
  if (named !== undefined && !hasInputs(flags) && !named.includes('#'))
    problems.push(
      `--workload ${named}: is no function; accepted: ./file.ts#name, with --body or --args, as run takes it`,
    );
  if (!strategy || named === undefined || out === undefined || problems.length > 0)
    throw new UsageError(problems);
  return { strategy, into, named, out, variables };
}

const hasInputs = ({ body, args }: ScaffoldFlags): boolean => body !== undefined || args !== undefined;

function callOf(workload: KnownWorkload, args: string | null): Call {
  if (args !== null) return { kind: 'arguments', args: JSON.parse(args) };
  return { kind: workload.bodyType === 'application/json' ? 'JSON' : 'octets' };
}

const MIB = 2 ** 20;

/** Reads a strategy's figures from the best run that measured this function (`/file.ts#name`) with it. */
async function figuresFor(strategy: string, specifier: string, root: string): Promise<Figures | undefined> {
  for (const folder of await reportableRuns(root).catch(() => [])) {
    const analysis = await analysisOf(folder).catch(() => undefined);
    if (!analysis || !isOf(analysis, fromRoot(specifier, root))) continue;
    if (analysis.contestants.some(({ id }) => id === strategy)) return figuresIn(analysis, strategy);
  }
  return undefined;
}

/** Memory is the largest peak of any window: a limit must hold there; pages that count twice leave room. */
export function figuresIn(analysis: Analysis, strategy: string): Figures {
  const { headline } = analysis.run.workload;
  const metrics = Object.values(analysis.scenarios).flatMap((scenario) => scenario.metrics);
  const taskMs = metrics.find(
    ({ metric, condition }) => metric === 'kernel-ms' && sameInput(condition.input, headline),
  )?.estimate;
  const memory = largest(
    metrics.filter(({ metric, contestant }) => metric === 'rss-peak' && contestant === strategy),
  );
  return {
    run: analysis.run.id,
    cores: analysis.environment.cores,
    workers: analysis.run.workers,
    taskMs,
    memoryMiB: memory && memory / MIB,
  };
}

const isOf = ({ run }: Analysis, specifier: string): boolean =>
  run.workload.specifier.replace(/\?.*$/, '') === specifier;

const largest = (metrics: readonly Metric[]): number | undefined =>
  metrics.length === 0 ? undefined : Math.max(...metrics.map(({ estimate }) => estimate));
