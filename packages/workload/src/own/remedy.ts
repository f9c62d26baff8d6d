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
