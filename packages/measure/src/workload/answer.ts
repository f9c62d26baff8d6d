import { isDeepStrictEqual } from 'node:util';
import { type DataObject, type Output, reasonOf, type Workload } from '@cpu-bound/workload';
import { firstAltered } from '@cpu-bound/workload/inspected/altered';
import { asRead } from './load-watched.ts';

/** Counts the octets of JSON up to `enough`, without making it: 300 MiB of text can end a process. */
export function leastJsonBytes(value: unknown, enough: number): number {
  let bytes = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && bytes <= enough) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += next.length;
    else if (ArrayBuffer.isView(next)) bytes += next.byteLength;
    else if (Array.isArray(next)) {
      bytes += 2 * next.length; // a comma and a digit each
      if (bytes <= enough) for (const item of next) waiting.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const name of Object.keys(next)) {
        bytes += name.length + 5;
        waiting.push(next[name as keyof typeof next]);
      }
    }
  }
  return bytes;
}

/** Findings about the inputs and outputs of a workload, a line each. */
export type Findings = {
  /** Reasons why it cannot be measured. */
  readonly problems: string[];
  /** Facts that a reader of the figures should know. */
  readonly notes: string[];
};

const MIB = 2 ** 20;
/** An answer may be twice as large as a body: a service keeps many until their clients have read them. */
const MOST_ANSWER_BYTES = 32 * MIB;
/** Services accept this much unless their MAX_BODY_BYTES says otherwise. */
const MOST_BODY_BYTES = 16 * MIB;
/** HTTP clients usually accept 16 KiB of headers. The other headers of an answer fit into the rest. */
const MOST_HEADER_BYTES = 12 * 2 ** 10;
const SHOWN = 120;

/** Explains why an input cannot reach its worker. */
export function problemWithInput(input: DataObject, body: Uint8Array | undefined): string | undefined {
  if (body && body.byteLength > MOST_BODY_BYTES)
    return `its body has ${inMib(body.byteLength)}, and services accept 16 MiB; send less`;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return `parse returns ${String(input).slice(0, SHOWN)}; accepted: an object`;
  const altered = firstAltered(input, 'any field');
  if (!altered) return undefined;
  const { path, what, becomes, instead } = altered;
  const sent =
    becomes === undefined ? 'cannot be sent to a worker' : `reaches a worker behind a queue as ${becomes}`;
  return `parse returns ${what} in ${path}, which ${sent}; accepted: ${instead}`;
}

/**
 * Checks an answer. It finds reasons why it cannot be measured, and facts that a reader of the figures should know.
 *
 * @returns the answer as a client reads it, absent if there is a problem
 */
export function checkAnswer(
  workload: Workload,
  input: DataObject,
  output: Output,
  { problems, notes }: Findings,
): Output | undefined {
  if (output === undefined) {
    problems.push('returns nothing; accepted: an object, or another value of JSON');
    return undefined;
  }
  const altered = firstAltered(output, 'octets');
  if (altered) {
    const { path, what, becomes, instead, isMild } = altered;
    const sent = becomes === undefined ? 'no answer can have' : `an answer has as ${becomes}`;
    const fact = `returns ${what}${path === 'it' ? '' : ` in ${path}`}, which ${sent}`;
    if (!isMild) problems.push(`${fact}; return ${instead}`);
    else notes.push(`${fact}; if clients need more, return ${instead}`);
    if (!isMild) return undefined;
  }
  const tooLarge = problemWithSize(output);
  if (tooLarge !== undefined) {
    problems.push(tooLarge);
    return undefined;
  }
  const read = asRead(workload, output);
  if (read === undefined) {
    problems.push(`returns no JSON; accepted: the JSON that --type ${workload.answerType} announces`);
    return undefined;
  }
  const refused = problemWithOracle(workload, input, read);
  if (refused === undefined) return read;
  problems.push(refused);
  return undefined;
}

function problemWithSize(output: Output): string | undefined {
  const { octets, ...fields } = fieldsOf(output);
  if (leastJsonBytes(output, MOST_ANSWER_BYTES) > MOST_ANSWER_BYTES)
    return `returns more than ${inMib(MOST_ANSWER_BYTES)}, and services hold many answers at once; return less, or a part of it`;
  if (octets instanceof Uint8Array && leastJsonBytes(fields, MOST_HEADER_BYTES) > MOST_HEADER_BYTES)
    return `returns more than ${MOST_HEADER_BYTES / 1024} KiB in other fields than its octets, which exceeds a header; put them into the octets, or leave the octets out`;
  return undefined;
}

/** Returns the fields of an output; none of another value. */
const fieldsOf = (output: Output | undefined): DataObject =>
  typeof output === 'object' && output !== null && !Array.isArray(output) ? (output as DataObject) : {};

function problemWithOracle(workload: Workload, input: DataObject, read: Output): string | undefined {
  const shown = () => JSON.stringify(read).slice(0, SHOWN);
  try {
    if (!workload.verify(input, read))
      return `its own oracle refuses its answer, as read from an answer: ${shown()}`;
    if (Object.keys(fieldsOf(read)).length > 0 && acceptsNothing(workload, input))
      return 'its oracle accepts an empty answer too, so it would find no wrong one';
  } catch (error) {
    return `its own oracle throws ${reasonOf(error)} on its answer ${shown()}`;
  }
  return undefined;
}

/** An oracle that throws refuses an empty answer; one that compares with the first knows that by now. */
function acceptsNothing(workload: Workload, input: DataObject): boolean {
  try {
    return workload.verify(input, {});
  } catch {
    return false;
  }
}

/** A function by itself has no oracle, but a workload that calls it may have one. */
const OWN_VERIFY =
  'measure a workload of your own whose verify accepts both: npx -y pnpm@12 bench init mine.ts';

/** This remedy checks less: the answers of a function differ, and nothing else can be compared. */
const BY_KIND = 'add --answers-differ to --body or --args, which compares only their status, kind and size';

/** Explains why the oracle refuses a second answer to the same input. @returns undefined if it accepts it */
export function problemWithRepetition(
  workload: Workload,
  input: DataObject,
  first: Output,
  output: Output,
): string | undefined {
  const again = asRead(workload, output);
  if (again !== undefined && workload.verify(input, again)) return undefined;
  const [before, after] = [fieldsOf(first), fieldsOf(again)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const other = names.find((name) => !isDeepStrictEqual(before[name], after[name]));
  const [one, two] = [first, again].map((from) =>
    shownOf(other === undefined ? from : fieldsOf(from)[other]),
  );
  const differs = `gives another answer to the same input (${other === undefined ? '' : `${other}: `}${one}, then ${two})`;
  if (workload.answersDiffer)
    return `${differs}, of another kind, or of a size that differs by more than a tenth; with --answers-differ these are compared; ${OWN_VERIFY}`;
  const remedy = other === undefined || other === 'octets' ? 'return the same one' : `leave ${other} out`;
  return `${differs}, so that a wrong one would not be seen; ${remedy}, ${BY_KIND}, or ${OWN_VERIFY}`;
}

const shownOf = (value: unknown): string | undefined =>
  value instanceof Uint8Array ? `${value.byteLength} bytes` : JSON.stringify(value)?.slice(0, SHOWN / 3);

/** Explains how the answer of another kernel differs from that of the workload's own. */
export function problemWithKernel(
  workload: Workload,
  input: DataObject,
  first: Output,
  output: Output,
): string | undefined {
  const read = asRead(workload, output);
  if (read !== undefined && workload.verify(input, read) && isDeepStrictEqual(first, read)) return undefined;
  return `gives another answer (${JSON.stringify(read)?.slice(0, SHOWN)}) than run (${JSON.stringify(first).slice(0, SHOWN)}); a kernel computes the same answers`;
}

const inMib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
