/** The parts of an answer's head that the bench reads. */
export type AnswerHead = {
  readonly status: number;
  /** The media type. */
  readonly type?: string | undefined;
  /** The fields of an answer other than its octets, as JSON. */
  readonly result?: string | undefined;
  /** The time of the task, and its worker: `task;dur=4.8, worker;desc="12/3"`. */
  readonly timing?: string | undefined;
};

/** Reads the head of an answer. @param header returns a header by its name in lower-case letters */
export const headOf = (status: number, header: (name: string) => string | undefined): AnswerHead => ({
  status,
  type: header('content-type'),
  result: header('x-result'),
  timing: header('server-timing'),
});

/** The time that a service reports for a task, and the worker's name. They differ from one answer to the next. */
export type ComputeRecord = { readonly computeMs: number; readonly worker: string };

/** Reads a compute record from `Server-Timing`, which may have other metrics of other servers. */
export function recordIn({ timing = '' }: AnswerHead): ComputeRecord | undefined {
  const [, time] = /(?:^|[,\s])task;dur=([\d.]+)/.exec(timing) ?? [];
  const [, worker] = /(?:^|[,\s])worker;desc="([^"]*)"/.exec(timing) ?? [];
  return time === undefined || worker === undefined ? undefined : { computeMs: Number(time), worker };
}
