import type { VoidWindow, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';
import type { Measured } from './measured.ts';
import { GeneratorLimit, OutOfReach, Unsound } from './unsound.ts';
import { measureWindow } from './window.ts';

/** A void window says nothing of the contestant, so it is measured again, once. */
const ATTEMPTS = 2;

/** A window that was measured, or why it was void each time; retries are recorded either way. */
export async function attemptWindow(
  measured: Measured,
  context: RunContext,
  signal: AbortSignal,
): Promise<{ readonly window: WindowResult } | { readonly void: VoidWindow }> {
  const subject = measured.subject.name;
  const reasons: string[] = [];
  let byGenerator = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const window = await measureWindow(measured, context, signal);
      return { window: reasons.length > 0 ? { ...window, retries: reasons } : window };
    } catch (error) {
      if (!(error instanceof Unsound)) throw error;
      reasons.push(error.reasons.join('; '));
      byGenerator = error instanceof GeneratorLimit;
      if (error instanceof OutOfReach) return { void: { subject, reasons, beyond: true } };
    }
    await context.ports.settle(measured.target.service(), signal);
  }
  return { void: { subject, reasons, ...(byGenerator && { byGenerator }) } };
}
