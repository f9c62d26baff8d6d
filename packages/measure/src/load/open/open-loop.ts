import { setTimeout as sleep } from 'node:timers/promises';
import { mean } from '@cpu-bound/stats/moments';
import { quantile, sortedCopy } from '@cpu-bound/stats/quantile';
import type { Edge } from '../../host/task.ts';
import type { Milliseconds } from '../../model.ts';
import type { AnswerCheck } from '../verifier.ts';
import { monotonicMs } from './clock.ts';
import { collect } from './collect.ts';
import { openConnections } from './connections.ts';
import { pace } from './pacer.ts';
import {
  account,
  backlogOf,
  latenciesOf,
  type OpenRequest,
  refusalsOf,
  silenceOf,
  timelineOf,
  unservedOf,
} from './requests.ts';
import { dueTimes, firstFrom, type OpenLoopMeasured, type OpenLoopSpec } from './spec.ts';
import { chooseTargets } from './targets.ts';

/** A stopped server is noticed at the deadline of the last request; a moment more for the answers under way. */
const POLL_MS = 20;

/**
 * Sends every request at its intended time, whatever became of the others, and counts its latency from that
 * time: a server that stalls delays the requests that were due meanwhile, and they all show it.
 *
 * @param verify told the index of the target that was asked for
 * @returns `latencies` of the right answers and of the censored ones, in intended order
 */
export async function openLoop(
  spec: OpenLoopSpec,
  verify: (target: number) => AnswerCheck,
  passEdge: (edge: Edge) => void = () => {},
): Promise<OpenLoopMeasured> {
  const { origin, policy, connections: initial, mostConnections: most, timeoutMs, targets } = spec;
  const due = dueTimes(spec);
  const from = spec.leadInSeconds * 1000;
  const to = from + spec.seconds * 1000;
  const choices = chooseTargets(targets, due.length, spec.seed);
  const firstMeasured = firstFrom(due, from);
  const connections = await openConnections({
    origin,
    policy,
    initial,
    most,
    connectTimeoutMs: timeoutMs,
    seed: spec.seed,
  });
  const requests: OpenRequest[] = [];
  const computeTimes: Milliseconds[] = [];
  const shares = new Map<string, number>();
  let pending = 0;
  let answeredTwice = 0;
  let unchecked = 0;
  let firstWrong: string | undefined;

  const startAt = monotonicMs() + 50;
  const now = () => monotonicMs() - startAt;
  let cpuAtStart = process.cpuUsage();
  let loopAtStart = performance.eventLoopUtilization();

  await pace(due, startAt, (index) => {
    if (index === firstMeasured) {
      cpuAtStart = process.cpuUsage();
      loopAtStart = performance.eventLoopUtilization();
      passEdge('from');
    }
    const part = choices[index] ?? 0;
    const sent: OpenRequest = {
      due: due[index] ?? 0,
      sentAt: now(),
      part,
      outcome: 'pending',
      endAt: Number.POSITIVE_INFINITY,
    };
    requests[index] = sent;
    pending++;
    const { path = '/', body } = targets[part] ?? {};
    const request = { path, body, id: `${spec.seed}#${index}` };
    connections.dispatch(request, (release) =>
      collect(verify(part), (verification) => {
        if (sent.outcome !== 'pending') {
          answeredTwice++;
          return;
        }
        sent.endAt = now();
        sent.outcome = verification.outcome;
        if (verification.outcome === 'wrong') firstWrong ??= verification.why;
        if (verification.outcome === 'ok') {
          if (verification.unchecked) unchecked++;
          computeTimes.push(verification.computeMs);
          shares.set(verification.worker, (shares.get(verification.worker) ?? 0) + 1);
        }
        pending--;
        release();
      }),
    );
  });
  const utilisation = performance.eventLoopUtilization(loopAtStart).utilization;
  const cpu = process.cpuUsage(cpuAtStart);
  passEdge('to');
  while (pending > 0 && now() < (due.at(-1) ?? 0) + timeoutMs) await sleep(POLL_MS);

  const { waits: socketWaits, opened: connectionsOpened } = connections;
  await connections.close();

  const measured = requests.slice(firstMeasured, firstFrom(due, to));
  const latencies = latenciesOf(measured, timeoutMs);
  const lags = sortedCopy(requests.slice(firstMeasured).map(({ sentAt, due: at }) => sentAt - at));
  const { fromDue } = latencies;
  const sorted = sortedCopy(fromDue);
  const fromSent = sortedCopy(fromDue.map((latency, index) => latency - (latencies.lags[index] ?? 0)));
  return {
    result: {
      accounting: account(requests, timeoutMs),
      perSecond: measured.length / spec.seconds,
      seconds: spec.seconds,
      answers: requests.filter(({ outcome, endAt }) => outcome === 'ok' && endAt >= from && endAt < to)
        .length,
      timeoutMs,
      sendLagP99: lags.length > 0 ? quantile(lags, 0.99) : 0,
      socketWaits,
      connectionsOpened,
      utilisation,
      generatorCpu: (cpu.user + cpu.system) / 1e6,
      p50: sorted.length > 0 ? quantile(sorted, 0.5) : 0,
      p50FromSent: fromSent.length > 0 ? quantile(fromSent, 0.5) : 0,
      computeMs: computeTimes.length > 0 ? mean(computeTimes) : 0,
      shares: [...shares].map(([worker, answers]) => ({ worker, answers })),
      answeredTwice,
      ...(unchecked > 0 && { unchecked }),
      backlogMs: backlogOf(measured, to, timeoutMs),
      ...refusalsOf(measured),
      ...unservedOf(requests.slice(firstMeasured), timeoutMs),
      ...(spec.timeline && {
        silenceMs: silenceOf(requests, from, to, timeoutMs),
        timeline: timelineOf(requests, from, to + (spec.afterwards?.seconds ?? 0) * 1000, timeoutMs),
      }),
      ...(firstWrong !== undefined && { firstWrong }),
    },
    latencies,
    parts: partsOf(spec, measured),
  };
}

/** The latencies of each part of a mixed load; targets with one label are one part. */
function partsOf({ targets, timeoutMs }: OpenLoopSpec, measured: readonly OpenRequest[]) {
  const labels = new Set(targets.map(({ label }) => label));
  if (labels.size < 2) return {};
  return Object.fromEntries(
    [...labels].map((label) => [
      label,
      latenciesOf(
        measured.filter(({ part }) => targets[part]?.label === label),
        timeoutMs,
      ),
    ]),
  );
}
