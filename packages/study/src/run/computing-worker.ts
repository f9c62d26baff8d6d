import { markedProcesses } from '@cpu-bound/measure/host/marker';
import { localService, type Service } from '@cpu-bound/measure/host/service';
import { requestFor } from '@cpu-bound/measure/load/exchange';
import { workerOf } from '@cpu-bound/measure/load/verifier';
import { askOnce } from './ask-once.ts';
import type { RunContext } from './context.ts';
import { ImpossibleWindow } from './unsound-window.ts';

/** The number of answers that suffice to name a process other than the main one, if there is one. */
const MOST_QUESTIONS = 12;

/**
 * Finds a worker that computes and is not the main process; its answers name it.
 *
 * @returns the process’s id, or that threads of the main process compute
 * @throws ImpossibleWindow if the main process computes by itself
 */
export async function computingWorker(
  service: Service,
  { workload, headline }: Pick<RunContext['config'], 'workload' | 'headline'>,
  signal: AbortSignal,
): Promise<number | 'a thread'> {
  const { origin, pid: main, mark } = localService(service);
  const [sent = { query: headline }] = await workload.sentFor(headline);
  const request = requestFor(workload, sent);
  for (let question = 0; question < MOST_QUESTIONS; question++) {
    const [pid, threadId = 0] = (workerOf(await askOnce(origin, request, signal)) ?? '')
      .split('/')
      .map(Number);
    if (pid === main && threadId > 0) return 'a thread';
    if (pid !== undefined && pid !== main && (await markedProcesses(mark)).includes(pid)) return pid;
  }
  throw new ImpossibleWindow(['only its main process computes, so that there is no worker to end']);
}
