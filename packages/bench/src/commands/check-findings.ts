import { passOn } from '@cpu-bound/measure/host/known-environment';
import { type Inspection, MOST_OCTETS, outputOf } from '@cpu-bound/measure/load/inspection';
import { isAlike } from '@cpu-bound/workload';
import type { Look, Thrown } from '@cpu-bound/workload/inspected';
import { firstDifference } from '@cpu-bound/workload/inspected/values';

/** A finding differs between strategies or matters to all. It has a cell for each strategy that it concerns, and a remedy. */
export type Finding = {
  readonly what: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly remedy?: string;
};

/** The result of a check names the finding that keeps each strategy from running the function, or why none can be measured. */
export type Checked = {
  /** The contestants, in the order of the table. */
  readonly ids: readonly string[];
  readonly findings: readonly Finding[];
  readonly leftOut: Readonly<Record<string, string>>;
  readonly refused?: string;
};

/** A question to each contestant; undefined where there is nothing to tell. */
type Rule = {
  readonly what: string;
  /** True if the function does not run in a strategy that has this. */
  readonly isFailure?: boolean | undefined;
  readonly cell: (seen: Inspection) => string | undefined;
  readonly remedy?: string | undefined;
};

/** A copy between threads ends at some 3,600 levels of an answer, and code with recursion often earlier. */
const MOST_LEVELS = 1_000;
const KIB = 1_024;
/** A call that leaves less is noise. */
const LEAST_BYTES = 64;

/**
 * Compares what the contestants did with a function.
 *
 * @param all in the order of the table
 * @param again the first contestant in other processes, if its answers differ from those of another
 */
export function findingsOf(
  all: readonly Inspection[],
  { answersDiffer, again }: { readonly answersDiffer: boolean; readonly again?: Inspection | undefined },
): Checked {
  const leftOut: Record<string, string> = {};
  let firstFailure: string | undefined;
  const differs = answersDiffer ? unlike(all) : unsteady(all, again);
  const findings = rulesFor(all, answersDiffer || differs !== undefined).flatMap(
    ({ what, isFailure, cell, remedy }) => {
      const cells: Record<string, string> = {};
      for (const seen of all) {
        const text = isFailure && leftOut[seen.contestant] !== undefined ? undefined : cell(seen);
        if (text === undefined) continue;
        cells[seen.contestant] = text;
        if (!isFailure) continue;
        leftOut[seen.contestant] = what;
        firstFailure ??= [`${what}: ${text}`, remedy].filter(Boolean).join('; ');
      }
      return Object.keys(cells).length > 0 ? [{ what, cells, ...(remedy !== undefined && { remedy }) }] : [];
    },
  );
  const failEverywhere = all.every(({ contestant }) => leftOut[contestant] !== undefined);
  const refused = differs ?? (failEverywhere ? firstFailure : undefined);
  return {
    ids: all.map(({ contestant }) => contestant),
    findings,
    leftOut,
    ...(refused !== undefined && { refused }),
  };
}

/** True if a contestant answered each input, so that the answers of others can be compared with its own. */
export const hasAnswered = ({ problem, passed }: Inspection): boolean =>
  problem === undefined &&
  passed.length > 0 &&
  passed.every(({ status, isTooLarge }) => status === 200 && !isTooLarge);

/** Finds the contestant with whose answers the others are compared: a single process, if it answers. */
export const comparedWith = (all: readonly Inspection[]): Inspection | undefined => {
  const answering = all.filter(hasAnswered);
  return answering.find(({ isSingle }) => isSingle) ?? answering[0];
};

/** Finds the first difference between the answers of two contestants to the same inputs. */
export const differenceBetween = (one: Inspection, other: Inspection) =>
  one.passed.map((answer, at) => differenceOf(answer, other.passed[at])).find(Boolean);

type Passed = Inspection['passed'][number];
const differenceOf = (one: Passed, other: Passed | undefined) =>
  one.status === 200 && other?.status === 200
    ? firstDifference(jsonIn(one.text), jsonIn(other.text))
    : undefined;

const LEAVE_OUT = 'leave it out, or add --answers-differ, which compares answers by status, kind and size';

/** Says that the function answers one input differently, from call to call or from process to process. */
function unsteady(all: readonly Inspection[], again: Inspection | undefined): string | undefined {
  const calls = all.flatMap(({ looks }) => looks).find(({ differs }) => differs)?.differs;
  if (calls) return `its second call answers otherwise: ${nameOf(calls)}; ${LEAVE_OUT}`;
  const base = comparedWith(all);
  const later = base?.passed[0] && differenceOf(base.passed[0], base.again);
  if (later) return `a later call answers otherwise: ${nameOf(later)}; ${LEAVE_OUT}`;
  const processes = [
    ...all.map(({ looks }) => between(looks, (one, other) => one.pid !== other.pid)),
    again && base && differenceBetween(base, again),
  ].find(Boolean);
  return processes && `each process answers otherwise: ${nameOf(processes)}; ${LEAVE_OUT}`;
}

/** Says that answers that differ each time are not even of one kind and about one size. */
function unlike(all: readonly Inspection[]): string | undefined {
  const base = comparedWith(all);
  const [first, again] = [base?.passed[0], base?.again].map((passed) => passed && outputOf(passed));
  return first === undefined || again === undefined || isAlike(first, again)
    ? undefined
    : 'a later answer is of another kind, or of a size that differs by more than a tenth, which --answers-differ compares';
}

type Difference = NonNullable<ReturnType<typeof firstDifference>>;
const nameOf = ({ path, one, other }: Difference): string => `${path || 'it'} is ${one}, then ${other}`;

/** Compares the answers of two workers of one contestant. */
function between(looks: readonly Look[], areTwo: (one: Look, other: Look) => boolean) {
  const [one, ...others] = looks.filter(({ answer }) => answer !== undefined);
  return others
    .filter((other) => one && areTwo(one, other))
    .map(({ answer }) => firstDifference(jsonIn(one?.answer), jsonIn(answer)))
    .find(Boolean);
}

function rulesFor(all: readonly Inspection[], answersDiffer: boolean): readonly Rule[] {
  const looks = all.flatMap((seen) => seen.looks);
  const base = comparedWith(all);
  const thrown = looks.find(({ error }) => error);
  const lacking = passOn(looks.flatMap(({ missing }) => missing));
  const depth = Math.max(0, ...looks.map((look) => look.depth ?? 0));
  const altered = looks.find((look) => look.altered)?.altered;
  const input = looks.find((look) => look.alteredInput)?.alteredInput;
  const zones = new Set(looks.map(({ timeZone }) => timeZone));
  const folders = new Set(looks.map(({ folder }) => folder));
  const ofError = Object.keys(thrown?.error?.own ?? {}).length > 0;
  return [
    {
      what: 'reads variables of your shell',
      cell: () => lacking,
    },
    {
      what: 'does not load',
      isFailure: true,
      cell({ loads }) {
        const failed = loads.find(({ error }) => error);
        return (
          failed?.error &&
          `in ${failed.threadId === 0 ? 'a main thread' : 'a worker thread'}: ${said(failed.error)}`
        );
      },
      remedy: 'each process and each thread of a service loads the module; let it load in all of them',
    },
    {
      what: 'levels of its JSON',
      cell: () => (depth > MOST_LEVELS ? String(depth) : undefined),
      remedy: 'a copy between threads ends at some 3,600 levels; send a flat list',
    },
    { what: 'its service ends or does not answer', isFailure: true, cell: ({ problem }) => problem },
    {
      what: 'throws',
      isFailure: true,
      cell: ({ looks, passed: [first] }) => ofInput(first, said(looks.find(({ error }) => error)?.error)),
      remedy: remedyOfError(thrown, depth),
    },
    {
      what: 'its error in the service',
      cell: ({ logged }) => (ofError ? fieldsOf(logged.at(-1)) : undefined),
      remedy:
        'where fields are lost, an app cannot map the error to its answer; return the error as a value there',
    },
    {
      what: 'fails while another worker runs it',
      isFailure: true,
      cell: (seen) => said(seen.looks.find(({ later }) => later)?.later),
      remedy: ONE_PROCESS,
    },
    {
      what: 'its answer does not arrive',
      isFailure: true,
      cell({ passed, logged }) {
        const bad = passed.find(({ status }) => status !== 200);
        if (passed.some(({ isTooLarge }) => isTooLarge))
          return `it has more than ${MOST_OCTETS / 2 ** 20} MiB, and services hold many answers at once`;
        if (!bad && passed.some((answer) => outputOf(answer) === undefined))
          return 'it is no JSON, which its --type announces';
        const said = bad && cut(logged.at(-1)?.message ?? bad.text);
        return bad && ofInput(bad, `status ${bad.status}, ${said}`);
      },
      remedy:
        'a service stops a task after 10 s (--env TASK_TIMEOUT_MS=20000 sets another limit); return what JSON can have',
    },
    {
      what: 'a value of its input',
      isFailure: true,
      cell: () =>
        input && `${input.path} is ${input.what}, which reaches a job as ${input.becomes ?? 'an error'}`,
      remedy: input && `let parse return ${input.instead}`,
    },
    {
      what: 'its oracle',
      isFailure: true,
      cell: (seen) => seen.looks.find(({ oracle }) => oracle)?.oracle,
      remedy: 'let verify accept the answers that are right, and no others',
    },
    {
      what: 'another answer',
      isFailure: true,
      cell(seen) {
        if (answersDiffer || !base) return undefined;
        const inThreads = between(seen.looks, (one, other) => one.threadId !== other.threadId);
        if (inThreads) return `in each thread: ${nameOf(inThreads)}`;
        const differs = seen === base ? undefined : differenceBetween(base, seen);
        return (
          differs && `${differs.path || 'it'} is ${differs.other}, and ${differs.one} in ${base.contestant}`
        );
      },
      remedy: 'return what does not depend on the place where it runs, or add --answers-differ',
    },
    { what: 'time zone', cell: ({ looks: [look] }) => (zones.size > 1 ? look?.timeZone : undefined) },
    { what: 'working folder', cell: ({ looks: [look] }) => (folders.size > 1 ? look?.folder : undefined) },
    {
      what: 'a value of its answer',
      isFailure: altered && !altered.isMild,
      cell: () =>
        altered && `${altered.path} is ${altered.what}, which arrives as ${altered.becomes ?? 'an error'}`,
      remedy: altered && `return ${altered.instead}`,
    },
    {
      what: 'one answer to all inputs',
      cell: ({ passed }) =>
        passed.length > 1 && new Set(passed.map(({ text }) => text)).size === 1
          ? cut(passed[0]?.text ?? '')
          : undefined,
      remedy: 'a wrong answer may not be seen; does it use its input?',
    },
    {
      what: 'prints',
      cell: (seen) => (seen === base ? printedBy(seen) : undefined),
      remedy: 'printing takes a part of each task; lower the level of its log if your service does',
    },
    {
      what: 'leaves',
      cell: ({ isSingle, looks: [look] }) => (isSingle && look ? keptBy(look) : undefined),
      remedy: 'close what it opens, and free what it fills; each worker keeps as much',
    },
    {
      what: 'threads and processes of its own',
      cell: ({ isSingle, looks: [look] }) => (isSingle && look ? companyOf(look) : undefined),
      remedy: 'each worker has as many, and they compete for the cores; compute on the thread that calls it',
    },
  ];
}

/** A web framework calls its handlers with such a parameter first. */
const HANDLER = /^\(?\s*_?(?:req|request|event|c|ctx|context)\b/;

function remedyOfError(look: Look | undefined, depth: number): string | undefined {
  const { error, signature = '' } = look ?? {};
  const text = error?.message ?? '';
  if (text.includes('Maximum call stack'))
    return depth > MOST_LEVELS
      ? 'values deeper than some thousand levels fill the stack where they are read or copied; send a flat list'
      : 'a main thread has a stack of 984 KiB, a worker thread 4 MiB; make its recursion a loop';
  if (/locked|busy|EADDRINUSE/i.test(text)) return ONE_PROCESS;
  if (text.includes("cannot be invoked without 'new'")) return 'export a function that calls the method';
  return HANDLER.test(signature)
    ? `it is a route handler by its parameters, ${signature}: export what it computes, and call that in the handler, or measure the whole route with --requests and --target`
    : undefined;
}

const ONE_PROCESS = 'it works in one process alone; give each worker a file, a port or a database of its own';
const SHOWN = 300;
const cut = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').slice(0, SHOWN);

/** Names the input, if it has a name. */
const ofInput = (answer: Passed | undefined, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${new URLSearchParams(answer?.query)}: ${text}`.replace(/^: /, '');

const said = (error: Thrown | undefined): string | undefined =>
  error && [error.name, ...entriesOf(error.own), `– ${cut(error.message)}`].join(' ');

const OF_ANY_ERROR = ['type', 'message', 'stack', 'cause', 'aggregateErrors'];

const fieldsOf = (error: Inspection['logged'][number] | undefined): string | undefined =>
  error &&
  [
    error.type ?? 'Error',
    ...entriesOf(Object.fromEntries(Object.entries(error).filter(([name]) => !OF_ANY_ERROR.includes(name)))),
  ].join(' ');

const entriesOf = (fields: object): string[] =>
  Object.entries(fields).map(([name, value]) => `${name}=${typeof value === 'object' ? '…' : value}`);

function jsonIn(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function keptBy({ keptBytes = 0, files = [], timers = 0, calls = 1 }: Look): string | undefined {
  const parts = [
    keptBytes > LEAST_BYTES &&
      `${keptBytes > KIB ? `${Math.round(keptBytes / KIB)} KiB` : `${Math.round(keptBytes)} bytes`} behind in each call`,
    files.length > 0 && `${files.length} open files after ${calls} calls (${files[0]})`,
    timers > calls / 2 && timers > 2 && `${timers} timers after ${calls} calls`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** The warnings of Node.js itself. */
const OF_NODE = /^\(node:|^\(Use `/;

function printedBy({ printed }: Inspection): string | undefined {
  const lines = printed.filter((line) => line.trim() !== '' && !OF_NODE.test(line));
  return lines.length > 0 ? `${lines.length} lines: ${cut(lines[0] ?? '')}` : undefined;
}

function companyOf({ threads = 0, processes = 0 }: Look): string | undefined {
  const parts = [threads > 0 && `${threads} threads`, processes > 0 && `${processes} processes`].filter(
    Boolean,
  );
  return parts.length > 0 ? `starts ${parts.join(', ')}` : undefined;
}
