/** Microseconds of the machine's monotonic clock, which V8's profiles and `process.hrtime` share. */
export type Microseconds = number;

export type CallFrame = {
  readonly functionName: string;
  /** `file:…`, `node:…`, or nothing for native code. */
  readonly url: string;
  readonly lineNumber: number;
};

/** What `node --cpu-prof` leaves, one for each thread of each process; the fields that are used here. */
export type CpuProfile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly startTime: Microseconds;
  /** Node ids. */
  readonly samples: readonly number[];
  /** From each sample's predecessor to it; of the first, from `startTime`. */
  readonly timeDeltas: readonly Microseconds[];
};

export type SelfTime = { readonly frame: CallFrame; readonly microseconds: Microseconds };

/**
 * What each function took by itself between `from` and `to`, in all of the profiles: a sample stands for the time
 * until the next. It is time on a thread, so waiting for a core counts; a thread that sleeps is in `(idle)`.
 */
export function selfTimes(
  profiles: readonly CpuProfile[],
  { from, to }: { readonly from: Microseconds; readonly to: Microseconds },
): SelfTime[] {
  const total = new Map<string, SelfTime>();
  for (const { nodes, startTime, samples, timeDeltas } of profiles) {
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    let at = startTime;
    samples.forEach((id, index) => {
      at += timeDeltas[index] ?? 0;
      const until = at + (timeDeltas[index + 1] ?? 0);
      const microseconds = Math.min(until, to) - Math.max(at, from);
      const frame = frames.get(id);
      if (frame === undefined || microseconds <= 0) return;
      const key = `${frame.functionName} ${frame.url}:${frame.lineNumber}`;
      const before = total.get(key)?.microseconds ?? 0;
      total.set(key, { frame, microseconds: before + microseconds });
    });
  }
  return [...total.values()].toSorted((a, b) => b.microseconds - a.microseconds);
}
