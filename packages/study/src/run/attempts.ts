import { defined } from '@cpu-bound/workload/defined';
import type { VoidWindow, WindowResult } from '../model.ts';
import type { RunContext } from './context.ts';
import { GeneratorLimit, ImpossibleWindow, UnsoundWindow } from './unsound-window.ts';
import { measureWindow } from './window.ts';
import type { WindowTask } from './window-task.ts';

/** A void window says nothing about the contestant, so it is measured once more. */
const ATTEMPTS = 2;

/**
 * Measures a window, at most twice; where the load generator was the limit, also with as many as it takes.
 *
 * @returns the window, or the reasons why each attempt was void; retries are recorded either way
 */
export async function attemptWindow(
  task: WindowTask,
  context: RunContext,
  signal: AbortSignal,
): Promise<{ readonly window: WindowResult } | { readonly void: VoidWindow }> {
  const subject = task.subject.name;
  const reasons: string[] = [];
  let byGenerator = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const window = await measureWindow(task, context, signal);
      return { window: reasons.length > 0 ? { ...window, retries: reasons } : window };
    } catch (error) {
      if (!(error instanceof UnsoundWindow)) throw error;
      reasons.push(error.reasons.join('; '));
      byGenerator = error instanceof GeneratorLimit;
      // More generators are no second attempt, but the first one with enough of them.
      if (byGenerator && context.generatorsNeeded.more(task.window)) attempt--;
      if (error instanceof ImpossibleWindow) return { void: { subject, reasons, beyond: true } };
    }
    await context.ports.settle(task.handle.service(), signal);
  }
  return { void: defined({ subject, reasons, byGenerator: byGenerator || undefined }) };
}
