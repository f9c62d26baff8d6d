import type { Inspection } from '@cpu-bound/measure/host/inspection';
import { passOn } from '@cpu-bound/measure/host/known-environment';
import { remedyOfHandler } from '@cpu-bound/measure/workload/trial-calls';
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
  const differs = answersDiffer ? undefined : unsteady(all, again);
  const findings = rulesFor(all, answersDiffer || differs !== undefined).flatMap(
    ({ what, isFailure, cell, remedy }) => {
      const cells: Record<string, string> = {};
      for (const seen of all) {
        const text = isFailure && leftOut[seen.contestant] !== undefined ? undefined : cell(seen);
        if (text === undefined) continue;
        cells[seen.contestant] = text;
        if (!isFailure) continue;
        leftOut[seen.contestant] = what;
        firstFailure ??= `${what}: ${text}`;
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

/** Finds the contestant with whose answers the others are compared: a single process, if it answers. */
export const comparedWith = (all: readonly Inspection[]): Inspection | undefined => {
  const answering = all.filter(({ passed: [first] }) => first?.status === 200);
  return answering.find(({ isSingle }) => isSingle) ?? answering[0];
};

/** Finds the first difference between the answers of two contestants to the same inputs. */
export const differenceBetween = (one: Inspection, other: Inspection) =>
  one.passed
    .map(({ text, status }, at) => {
      const answer = other.passed[at];
      const areAnswers = status === 200 && answer?.status === 200;
      return areAnswers ? firstDifference(jsonIn(text), jsonIn(answer.text)) : undefined;
    })
    .find(Boolean);

const LEAVE_OUT = 'leave it out, or add --answers-differ, which compares answers by status, kind and size';

/** Says that the function answers one input differently, from call to call or from process to process. */
function unsteady(all: readonly Inspection[], again: Inspection | undefined): string | undefined {
  const calls = all.flatMap(({ looks }) => looks).find(({ differs }) => differs)?.differs;
  if (calls) return `its second call answers otherwise: ${nameOf(calls)}; ${LEAVE_OUT}`;
  const base = comparedWith(all);
  const processes = [
    ...all.map(({ looks }) => between(looks, (one, other) => one.pid !== other.pid)),
    again && base && differenceBetween(base, again),
  ].find(Boolean);
  return processes && `each process answers otherwise: ${nameOf(processes)}; ${LEAVE_OUT}`;
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
    { what: 'its service ends', isFailure: true, cell: ({ problem }) => problem },
    {
      what: 'throws',
      isFailure: true,
      cell: (seen) => said(seen.looks.find(({ error }) => error)?.error),
      remedy: remedyOfError(thrown),
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
      remedy: 'workers share files, ports and databases; let each have its own, or stay with one process',
    },
    {
      what: 'its answer does not arrive',
      isFailure: true,
      cell({ passed, logged }) {
        const bad = passed.find(({ status }) => status !== 200);
        return bad && `status ${bad.status}, ${cut(logged.at(-1)?.message ?? bad.text)}`;
      },
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
      what: 'leaves',
      cell: ({ isSingle, looks: [look] }) => (isSingle && look ? keptBy(look) : undefined),
      remedy: 'close what it opens, and free what it fills; each worker keeps as much',
    },
    {
      what: 'starts of its own',
      cell: ({ isSingle, looks: [look] }) => (isSingle && look ? companyOf(look) : undefined),
      remedy: 'each worker has as many, and they compete for the cores; compute on the thread that calls it',
    },
  ];
}

function remedyOfError(look: Look | undefined): string | undefined {
  const text = look?.error?.message ?? '';
  if (text.includes('Maximum call stack'))
    return 'a main thread has a stack of 984 KiB, a worker thread 4 MiB; make its recursion a loop';
  if (/locked|busy|EADDRINUSE/i.test(text)) return 'only one process at a time can use it';
  return remedyOfHandler(look?.signature);
}

const SHOWN = 110;
const cut = (text: string): string => (text.split('\n')[0] ?? '').slice(0, SHOWN);

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

function companyOf({ threads = 0, processes = 0 }: Look): string | undefined {
  const parts = [threads > 0 && `${threads} threads`, processes > 0 && `${processes} processes`].filter(
    Boolean,
  );
  return parts.length > 0 ? parts.join(', ') : undefined;
}
