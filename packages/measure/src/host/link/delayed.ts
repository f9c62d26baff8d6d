import type { Socket } from 'node:net';
import type { Milliseconds } from '../../model.ts';

/** Whether a link is cut at the moment, and what is called when it is whole again. */
export type LinkState = {
  readonly isCut: () => boolean;
  readonly onWhole: (resume: () => void) => void;
};

type Piece = { readonly due: Milliseconds; readonly octets: Buffer };

/**
 * Passes what comes from one socket on to another, in order, each piece so long after it came. While the line is cut
 * nothing passes. All data follows when the link is whole again, as TCP sends it again.
 */
export function passOn(from: Socket, to: Socket, delayMs: Milliseconds, line: LinkState): void {
  const pieces: Piece[] = [];
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;

  const flush = () => {
    timer = undefined;
    if (line.isCut()) return line.onWhole(flush);
    const now = performance.now();
    for (let [first] = pieces; first && first.due <= now; [first] = pieces) {
      pieces.shift();
      if (!to.write(first.octets)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    }
    if (pieces[0]) arm(Math.ceil(pieces[0].due - now));
    else if (hasEnded) to.end();
  };
  const arm = (ms: Milliseconds) => {
    if (!timer) timer = setTimeout(flush, ms);
  };
  from.on('data', (octets: Buffer) => {
    pieces.push({ due: performance.now() + delayMs, octets });
    if (delayMs === 0) flush();
    else arm(delayMs);
  });
  from.once('end', () => {
    hasEnded = true;
    arm(delayMs);
  });
  from.once('close', () => {
    if (!hasEnded) to.destroy();
  });
}
