import { Client } from 'undici';
import type { Milliseconds } from '../../model.ts';
import { digestOf, type FileRequest } from './exchanges.ts';

export type ComparedTarget = { readonly id: string; readonly origin: string };

/** A request from a file may need a long task. */
const ANSWER_WITHIN_MS: Milliseconds = 30_000;
/** The first problems suffice to show that two deployments differ in everything. */
const MOST_PROBLEMS = 10;

type Answer = { readonly status: number; readonly digest: string; readonly bytes: number };
type Ask = (request: FileRequest) => Promise<Answer>;

/**
 * Sends each request of a file to each target once, one at a time, and compares the answers. A single target is
 * compared with itself.
 *
 * @param shown the name of the file in messages
 * @returns the digest of the answer to each line, and a problem for each line with an unexpected answer
 */
export async function agreedAnswers(
  targets: readonly ComparedTarget[],
  requests: readonly FileRequest[],
  { shown, statusOnly }: { readonly shown: string; readonly statusOnly: boolean },
  signal: AbortSignal,
): Promise<{ readonly answers: readonly string[]; readonly problems: readonly string[] }> {
  const clients = targets.map(({ id, origin }) => ({ id, client: clientOf(origin) }));
  const asking = clients.map(({ id, client }) => ({ id, ask: askThrough(client, signal) }));
  const answers: string[] = [];
  const problems: string[] = [];
  try {
    for (const request of requests) {
      const where = `--requests ${shown}: line ${request.line}`;
      const compared = await compare(request, asking, statusOnly);
      signal.throwIfAborted(); // a missing answer after an interruption is no fault of a target
      if ('problem' in compared) problems.push(`${where}: ${compared.problem}`);
      else answers.push(compared.digest);
      if (problems.length < MOST_PROBLEMS) continue;
      problems.push(`--requests ${shown}: the lines after ${request.line} were not tried`);
      break;
    }
  } finally {
    await Promise.all(clients.map(({ client }) => client.destroy()));
  }
  return { answers: statusOnly ? [] : answers, problems };
}

async function compare(
  request: FileRequest,
  targets: readonly { readonly id: string; readonly ask: Ask }[],
  statusOnly: boolean,
): Promise<{ readonly digest: string } | { readonly problem: string }> {
  const { status: expected } = request;
  const seen: (Answer & { readonly id: string; readonly ask: Ask })[] = [];
  for (const { id, ask } of targets) {
    try {
      seen.push({ id, ask, ...(await ask(request)) });
    } catch (error) {
      return { problem: `${id} gives no answer (${reasonOf(error)}); accepted: status ${expected}` };
    }
  }
  const others = seen.filter(({ status }) => status !== expected);
  if (others.length > 0) {
    const each = others.map(({ id, status }) => `${id} answers ${status}`).join(', ');
    const problem = `${each}, expected ${expected}; accepted: the status that the line names ("status", 200 without)`;
    return { problem };
  }
  const [first] = seen;
  if (!first || statusOnly) return { digest: '' };
  const differs = seen.find(({ digest }) => digest !== first.digest);
  if (!differs && seen.length > 1) return { digest: first.digest };
  // The same target answers once more, because it may not give one answer to one request at all.
  const again = await first.ask(request).catch(() => undefined);
  if (again?.digest !== first.digest)
    return {
      problem: `${first.id} gives another answer to the same request each time; accepted: the same one, or --status-only, which compares statuses alone`,
    };
  if (!differs) return { digest: first.digest };
  return {
    problem: `${first.id} and ${differs.id} give different answers (${first.bytes} and ${differs.bytes} octets); accepted: the same answer of all targets, or --status-only, which compares statuses alone`,
  };
}

const clientOf = (origin: string) =>
  new Client(origin, {
    connectTimeout: ANSWER_WITHIN_MS,
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
  });

/** Asks for the octets as they are sent, which the load generators see too: a compressed answer stays compressed. */
const askThrough =
  (client: Client, signal: AbortSignal): Ask =>
  async ({ method, path, headers, body }) => {
    const response = await client.request({
      method: method as 'GET',
      path,
      headers: { ...headers },
      body: body ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : null,
      signal,
    });
    const octets = new Uint8Array(await response.body.arrayBuffer());
    return { status: response.statusCode, digest: digestOf(octets), bytes: octets.byteLength };
  };

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
