/** Bytes that a client moves at its own speed: a body that it sends, or an answer that it reads. */
export type Transfer = {
  /** How many have moved; undefined while it is not the client that is waited for. */
  readonly moved: () => number | undefined;
  /** Ends it: it was slower than a client may be. */
  readonly cut: () => void;
};

export type Pace = {
  /** Looks after a transfer until the function that it returns is called. */
  watch(transfer: Transfer): () => void;
  /** How often all transfers were looked at so far. */
  readonly looks: number;
};

export type PaceOptions = {
  /** A transfer is cut that moves less than its share in this time. */
  readonly stallMs: number;
  readonly minBytesPerS: number;
};

type TransferProgress = { from: number | undefined; looks: number };

const LOOKS = 10;

/**
 * Cuts what moves slower than `minBytesPerS` for `stallMs`, as Kestrel and Apache's mod_reqtimeout do.
 *
 * One timer looks at all transfers, so that none costs anything by itself. It counts looks and not time: while a task
 * keeps the event loop nothing can be read or written, and that is no fault of a client's.
 */
export function createPace({ stallMs, minBytesPerS }: PaceOptions): Pace {
  const everyMs = Math.max(1, stallMs / LOOKS);
  const leastBytes = Math.max(1, (minBytesPerS * stallMs) / 1000);
  const watched = new Map<Transfer, TransferProgress>();
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;

  function look(): void {
    looks++;
    for (const [transfer, seen] of watched) {
      const moved = transfer.moved();
      if (moved === undefined || seen.from === undefined || moved - seen.from >= leastBytes) {
        seen.from = moved;
        seen.looks = 0;
      } else if (++seen.looks >= LOOKS) {
        watched.delete(transfer);
        transfer.cut();
      }
    }
  }
  return {
    watch(transfer) {
      watched.set(transfer, { from: transfer.moved(), looks: 0 });
      timer ??= setInterval(look, everyMs).unref();
      return () => {
        watched.delete(transfer);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    get looks() {
      return looks;
    },
  };
}
