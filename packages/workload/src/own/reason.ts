import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

/** The remedies for errors of Node.js whose message names none, by what the message contains. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /\bdid not self-register\b/,
    'this native addon loads once in a process, so that single and cluster could run it, and no worker thread can; the bench examines in a thread: use one that is built with Node-API, or --requests with services of your own',
  ],
  [
    /\bEADDRINUSE\b/,
    'each worker loads this module, which starts a server; move the function to a module that starts none',
  ],
  [/\b(?:ECONNREFUSED|ENOTFOUND)\b/, 'start the server that it calls, or name a function that only computes'],
];

/** Completes the reason of an error by what to do about it, if that is known. */
export function withRemedy(reason: string): string {
  const remedy = REMEDIES.find(([words]) => words.test(reason))?.[1];
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}

/** The first message of esbuild. */
type BuildFailure = {
  readonly errors: readonly {
    readonly text: string;
    readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
  }[];
};

const isBuildFailure = (error: object): error is BuildFailure =>
  Array.isArray((error as Partial<BuildFailure>).errors);

/** The places in a stack that are in a file: frames, or the line that V8 puts above a syntax error. */
const PLACE = /(?:^|[\s(])(file:\/\/\/[^\s()]+?|\/[^\s():]+?):(\d+)(?::(\d+))?\)?$/gm;

/** The folder of our own code, which calls the user's: a place in it says nothing about theirs. */
const OURS = join(import.meta.dirname, '../../..');
/** Returns true for a source of a package. A dot stands for either separator of paths. */
const isOurs = (path: string) =>
  path.startsWith(OURS) && /^.(?:peers.)?[^\\/]+.src./.test(path.slice(OURS.length));

/**
 * Explains in one line why the user's own code threw or does not load, with its file, line and remedy if they are known.
 *
 * @param cwd the folder that file names are relative to
 */
export function reasonOf(error: unknown, cwd: string = process.cwd()): string {
  if (!(error instanceof Error)) return ofThrown(error);
  if (isBuildFailure(error)) {
    const [first] = error.errors;
    const at = first?.location;
    return at
      ? `${relative(cwd, resolve(at.file))}:${at.line}:${at.column + 1}: ${first.text}`
      : (first?.text ?? error.message);
  }
  const message = inOneLine(error.message);
  const place = placeIn(error.stack ?? '', cwd);
  return withRemedy(place === undefined || message.includes(place) ? message : `${message}, at ${place}`);
}

/** A longer message is cut: some libraries put a whole document into it. */
const SHOWN = 300;

/** Writes a message in one line, without the modules that required the one that fails. */
function inOneLine(message: string): string {
  const [text = ''] = message.split('\nRequire stack:');
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

/** Explains a thrown value that is no error. */
function ofThrown(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return inOneLine(String(thrown));
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  if (typeof message !== 'string')
    return inOneLine(inspect(thrown, { breakLength: Number.POSITIVE_INFINITY }));
  return inOneLine(code === undefined ? message : `${code}: ${message}`);
}

function placeIn(stack: string, cwd: string): string | undefined {
  for (const [, url = '', line, column] of stack.matchAll(PLACE)) {
    const path = url.startsWith('file:') ? fileURLToPath(url.replace(/\?.*$/, '')) : url;
    if (isOurs(path)) return undefined; // below it are only the frames of a pool or a server
    return [relative(cwd, path), line, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}
