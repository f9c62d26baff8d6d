import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { BenchError } from '../../model/errors.ts';
import { IncomingAnswer } from '../known-answer.ts';
import { type Exchange, isRefusal, type SentRequest, type Verification, type Verifier } from '../verifier.ts';

export type FileRequest = SentRequest & {
  /** The number of the line, from 1, with blank lines counted. */
  readonly line: number;
  /** The status of a right answer. */
  readonly status: number;
};

export type RequestFile = {
  readonly requests: readonly FileRequest[];
  /** The digest of the file's bytes, as `sha256sum` prints it. */
  readonly sha256: string;
};

/** Mistakes in a file of requests, a line each. */
export class RequestFileError extends BenchError {
  override readonly name = 'RequestFileError';
  constructor(problems: readonly string[]) {
    super('USAGE', problems);
  }
}

/** Each request is sent to every target before the run. */
const MOST_REQUESTS = 1_000;
const MIB = 2 ** 20;
const MOST_BODY = 16 * MIB;
/** Each load generator has all of them in memory. */
const MOST_BODIES = 256 * MIB;
/** A file in another format would have as many problems as lines. */
const MOST_PROBLEMS = 10;
const EXAMPLE =
  '{"method":"POST","path":"/render","headers":{"accept":"text/html"},"body":{"id":7},"status":200}';

/** HTTP clients send a body only with these methods. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];
const METHODS = ['GET', ...WITH_BODY, 'DELETE', 'OPTIONS'] as const;
/** The load generators set these headers themselves, because they keep connections and count octets. */
const OWN_HEADERS = ['connection', 'content-length', 'expect', 'keep-alive', 'transfer-encoding', 'upgrade'];

const schema = z.strictObject(
  {
    method: z
      .enum(METHODS, {
        error: ({ input }) =>
          `must be one of ${METHODS.join(', ')}${input === 'HEAD' ? '; an answer to HEAD has no content to compare: send GET' : ''}`,
      })
      .default('GET'),
    path: z
      .string('must be there: a path with its query, such as "/render?id=7"')
      .regex(/^\/[!-"$-~]*$/, 'must begin with / and be percent-encoded, without address and fragment'),
    headers: z
      .record(
        z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header'),
        z.string('must be a text').regex(/^[\t -~]*$/, 'must be printable ASCII'),
        'must be an object of texts',
      )
      .default({}),
    body: z.json().optional(),
    base64: z.base64('must be octets in base64').optional(),
    status: z
      .int('must be an integer from 200 to 599')
      .min(200, 'must be an integer from 200 to 599')
      .max(599, 'must be an integer from 200 to 599')
      .default(200),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `${keys}: unknown; accepted: method, path, headers, body, base64, status`
        : 'must be an object',
  },
);

/**
 * Reads requests from a file, one JSON object a line. Blank lines are skipped.
 *
 * @param shown the name of the file in messages
 * @throws RequestFileError naming the file, each line that is wrong, and what is accepted
 */
export async function readRequests(file: string, shown: string = file): Promise<RequestFile> {
  const octets = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new RequestFileError([
      `--requests ${shown}: cannot be read (${error.code}); accepted: a file with a JSON object a line, as ${EXAMPLE}`,
    ]);
  });
  const lines = octets
    .toString('utf8')
    .split('\n')
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '');
  const problems: string[] = [];
  if (lines.length === 0 || lines.length > MOST_REQUESTS)
    problems.push(`has ${lines.length} requests; accepted: 1 to ${MOST_REQUESTS}, one a line, as ${EXAMPLE}`);
  const read = problems.length > 0 ? [] : lines.map(({ text, line }) => requestIn(text, line));
  const requests = read.filter((line) => typeof line !== 'string');
  problems.push(...read.filter((line) => typeof line === 'string'));
  const bytes = requests.reduce((sum, { body }) => sum + (body?.byteLength ?? 0), 0);
  if (bytes > MOST_BODIES)
    problems.push(`its bodies are ${Math.ceil(bytes / MIB)} MiB; accepted: ${MOST_BODIES / MIB} MiB in all`);
  if (problems.length === 0) return { requests, sha256: createHash('sha256').update(octets).digest('hex') };
  const more = problems.length - MOST_PROBLEMS;
  throw new RequestFileError([
    ...problems.slice(0, MOST_PROBLEMS).map((problem) => `--requests ${shown}: ${problem}`),
    ...(more > 0 ? [`--requests ${shown}: and ${more} problems more`] : []),
  ]);
}

/** Reads one line. @returns a text if something is wrong with it */
function requestIn(text: string, line: number): FileRequest | string {
  const where = `line ${line}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return `${where}: is not JSON; accepted: one object a line, as ${EXAMPLE}`;
  }
  const { success, data, error } = schema.safeParse(json);
  if (!success)
    return `${where}: ${error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')}`;
  const { method, path, body, base64, status } = data;
  const headers = Object.fromEntries(
    Object.entries(data.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const ours = OWN_HEADERS.filter((name) => Object.hasOwn(headers, name));
  if (ours.length > 0)
    return `${where}: headers: ${ours.join(', ')}: the load generator sends its own; accepted: leave it out`;
  if (body !== undefined && base64 !== undefined)
    return `${where}: has body and base64; accepted: one of them: body for JSON or text, base64 for octets`;
  const sent = bodyOf(body, base64);
  if (!sent) return { line, method, path, headers, status };
  if (!WITH_BODY.includes(method))
    return `${where}: ${method} with a body; accepted: a body with ${WITH_BODY.join(', ')}`;
  if (sent.octets.byteLength > MOST_BODY)
    return `${where}: its body has more than ${MOST_BODY / MIB} MiB; accepted: up to that`;
  return {
    line,
    method,
    path,
    headers: { 'content-type': sent.type, ...headers },
    body: sent.octets,
    status,
  };
}

/** Makes the octets of a body: a text is sent unchanged, any other JSON as JSON. */
function bodyOf(body: unknown, base64: string | undefined) {
  if (base64 !== undefined)
    return { octets: Buffer.from(base64, 'base64'), type: 'application/octet-stream' };
  if (body === undefined) return undefined;
  return typeof body === 'string'
    ? { octets: Buffer.from(body), type: 'text/plain; charset=utf-8' }
    : { octets: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

/** Requests from a file that a load sends in turn, in the order of the file. */
export type RequestSource = {
  readonly file: string;
  readonly sha256: string;
  /** The digest of the right answer to each request, in order; empty if only the status counts. */
  readonly answers: readonly string[];
};

/** The most octets of right answers in memory. Other answers are compared with these byte by byte, without a hash. */
const MOST_RETAINED = 256 * 2 ** 20;

let last: RequestFile | undefined;

/** Reads the requests of a file, with the checks of their answers. @throws if the file has changed */
export async function exchangesFrom({ file, sha256, answers }: RequestSource): Promise<Exchange[]> {
  if (last?.sha256 !== sha256) last = await readRequests(file);
  if (last.sha256 !== sha256) throw new Error(`${file}: was changed during the run`);
  const room = { octets: MOST_RETAINED };
  return last.requests.map((request, index) => ({
    ...request,
    verifier: lineVerifier(request, basename(file), answers[index], room),
  }));
}

export const digestOf = (body: Uint8Array): string => hash('sha256', body);

const OK: Verification = { outcome: 'ok', computeMs: 0, worker: '' };

/** Checks the status of an answer, and its body if the digest is known, with `room` for right answers. */
function lineVerifier(
  { line, status: expected }: FileRequest,
  file: string,
  answer: string | undefined,
  room: { octets: number },
): Verifier {
  let known: Buffer | undefined;
  const wrong = (why: string): Verification => ({ outcome: 'wrong', why: `${file} line ${line}: ${why}` });
  function withStatus(status: number): Verification {
    if (isRefusal(status)) return { outcome: 'refused' };
    return status >= 500
      ? { outcome: 'failed', why: `status ${status}` }
      : wrong(`status ${status}, expected ${expected}`);
  }
  function withBody(body: Buffer): Verification {
    if (digestOf(body) !== answer) return wrong(`another answer than before the run (${body.length} octets)`);
    if (!known && body.length <= room.octets) {
      known = body;
      room.octets -= body.length;
    }
    return OK;
  }
  return () => {
    const incoming = new IncomingAnswer(known && { output: known, octets: undefined });
    return {
      add(chunk) {
        if (answer !== undefined) incoming.add(chunk);
      },
      end({ status }) {
        if (status !== expected) return withStatus(status);
        return answer === undefined || incoming.isKnown() ? OK : withBody(incoming.body());
      },
    };
  };
}
