/** A result in a reply. */
export type Computed = {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any form
  readonly output: any;
  readonly computeMs: number;
  readonly pid: number;
  readonly threadId: number;
};

/**
 * Reads the result of a reply of JSON. `Server-Timing` has the time of the task and its worker; contestants that were written
 * before it have them in two fields of the answer.
 */
export function computedIn({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}): Computed {
  const output = JSON.parse(body);
  const [, computeMs, pid, threadId] =
    /\btask;dur=([\d.]+), worker;desc="(\d+)\/(\d+)"/.exec(String(headers['server-timing'])) ?? [];
  if (computeMs !== undefined)
    return { output, computeMs: Number(computeMs), pid: Number(pid), threadId: Number(threadId) };
  const { computeMs: time, worker, ...fields } = output;
  return { output: fields, computeMs: time, pid: worker?.pid, threadId: worker?.threadId };
}
