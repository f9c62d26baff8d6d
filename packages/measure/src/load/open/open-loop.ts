import { setTimeout as sleep } from 'node:timers/promises';
import type { Edge } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import { isDealtTo } from '../team.ts';
import type { AnswerCheck } from '../verifier.ts';
import { collect, openConnections } from './connections.ts';
import { monotonicMs, pace } from './pacer.ts';
import { type OpenLoopRecord, RequestLog } from './requests.ts';
import { chooseTargets, dueTimes, firstFrom, type OpenLoopSpec, targetsInTurn } from './spec.ts';

/** The interval of the check for the end, which the last request's deadline brings even if the server has stopped. */
const POLL_MS = 20;
/** The thread that paces the requests has started by then. */
const UNTIL_PACED_MS: Milliseconds = 50;

/**
 * Sends every request at its intended time, whether or not others were answered, and counts its latency from that
 * time. So a stalled server delays every request that was due meanwhile, and each of them shows it.
 *
 * @param verify called with the index of the request's target
 * @param begin called once the connections are open; resolves when all generators of the load may begin, with the time
 */
export async function openLoop(
  spec: OpenLoopSpec,
  verify: (target: number) => AnswerCheck,
  begin: () => Promise<Milliseconds>,
  passEdge: (edge: Edge) => void = () => {},
): Promise<OpenLoopRecord> {
  const { origin, policy, connections: initial, mostConnections: limit, timeoutMs, targets, seed } = spec;
  const { dealt = { part: 0, of: 1 } } = spec;
  const arrivals = dueTimes(spec);
  const due = arrivals.filter((_, arrival) => isDealtTo(arrival, dealt));
  const choices = spec.inTurn
    ? targetsInTurn(targets, arrivals.length)
    : chooseTargets(targets, arrivals.length, seed);
  const firstMeasured = firstFrom(due, spec.leadInSeconds * 1000);
  const connections = await openConnections({
    origin,
    policy,
    initial,
    limit,
    connectTimeoutMs: timeoutMs,
    seed,
    greeting: spec.greeting,
  });
  const log = new RequestLog();
  const startAt = (await begin()) + UNTIL_PACED_MS;
  const now = () => monotonicMs() - startAt;
  let usage = watchOwnUsage();
  await pace(due, startAt, (index) => {
    if (index === firstMeasured) {
      usage = watchOwnUsage();
      passEdge('from');
    }
    const arrival = dealt.part + index * dealt.of;
    const part = choices[arrival] ?? 0;
    const { path = '/', method, headers, body } = targets[part] ?? {};
    const sent = log.begin({ due: due[index] ?? 0, sentAt: now(), part });
    connections.dispatch({ path, method, headers, body, id: `${seed}#${arrival}` }, (release) =>
      collect(verify(part), (verification) => {
        if (log.end(sent, now(), verification)) release();
      }),
    );
  });
  const used = usage();
  passEdge('to');
  while (log.pending > 0 && now() < (due.at(-1) ?? 0) + timeoutMs) await sleep(POLL_MS);
  const { waits: socketWaits, opened: connectionsOpened } = connections;
  await connections.close();
  await log.answers.judged();
  return log.record(
    targets.map(({ label }) => label),
    { socketWaits, connectionsOpened, ...used },
  );
}

/** Watches this process from now on: its CPU seconds, and how busy its event loop is. */
function watchOwnUsage() {
  const cpuAtStart = process.cpuUsage();
  const loopAtStart = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(cpuAtStart);
    const { utilization } = performance.eventLoopUtilization(loopAtStart);
    return { utilisation: utilization, generatorCpu: (user + system) / 1e6 };
  };
}
