import type { ServerResponse } from 'node:http';
import type { Input, Output, Started } from '../index.d.ts';
import { addUnfinished } from './close-server.js';
import type { Compute } from './service/contract.js';
import { createAdmission, onceOver } from './service/http/admission.js';
import { ClientGone, deadlinePassed, HttpProblem, hasAnswer, TaskFailed } from './service/http/problems.js';
import { createClosing } from './service/run/closing.js';
import { readConfig, type Tuning } from './service/run/config.js';
import { createLog, type ServiceContext } from './service/run/context.js';
import { inputOf } from './task.js';
import { loadWorkload } from './workload/index.js';

/**
 * Starts a strategy inside an app. The app handles the signals of the process, and stops the strategy.
 *
 * @param env the variables (README)
 * @param tuning the variables of this strategy
 * @throws ConfigError for an unusable variable
 */
export async function startInside<T extends Tuning>(
  env: NodeJS.ProcessEnv,
  tuning: T,
  createCompute: (context: ServiceContext<T>) => Compute | Promise<Compute>,
): Promise<Started> {
  // The app has variables of these two names, perhaps in another form.
  const config = readConfig({ ...env, HOST: '', PORT: '' }, tuning);
  const log = createLog(config.LOG_LEVEL);
  const { onStop, closeAll } = createClosing(log);
  const accepted = new Set<Promise<Output>>();
  let stopped: Promise<void> | undefined;

  const stopNow = async () => {
    await Promise.allSettled(accepted);
    await closeAll();
  };
  const stop = () => {
    stopped ??= stopNow();
    return stopped;
  };
  const compute = await createCompute({
    config,
    workload: await loadWorkload(config.WORKLOAD),
    log,
    lifecycle: {
      get stopping() {
        return stopped !== undefined;
      },
      onStop,
      async stop(reason) {
        log.error({ reason }, 'stopping');
        await stop();
        return new Promise<never>(() => {}); // never resolves: the app goes on, and each `compute` rejects
      },
    },
  });
  const { admit } = createAdmission(config.MAX_PENDING);
  return {
    async compute(input, { signal } = {}) {
      if (stopped) throw new HttpProblem({ status: 503, detail: 'stopping' }, { 'Retry-After': '1' });
      const computed = admit(() => computeInTime(compute, input, config.REQUEST_TIMEOUT_MS, signal));
      accepted.add(computed);
      return computed.finally(() => accepted.delete(computed));
    },
    stop,
  };
}

/** Computes until the deadline of the request, unless its client leaves. */
async function computeInTime(
  compute: Compute,
  input: Input,
  timeoutMs: number,
  client: AbortSignal | undefined,
): Promise<Output> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(deadlinePassed(timeoutMs)), timeoutMs);
  const signal = client ? AbortSignal.any([client, late.signal]) : late.signal;
  try {
    signal.throwIfAborted();
    const { output } = await compute(inputOf(input), { signal, deadlineAt: Date.now() + timeoutMs });
    return output as Output;
  } catch (error) {
    // A framework would answer with the status of the function's error, such as an HTTP client's 401.
    throw hasAnswer(error) ? error : new TaskFailed(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a signal that aborts when the client of this response leaves, so that a waiting task is not computed. */
export function clientSignal(response: ServerResponse): AbortSignal {
  addUnfinished(response);
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientGone('the client closed its connection'));
  if (response.req.socket.destroyed) leave();
  else onceOver(response, leave);
  return gone.signal;
}
