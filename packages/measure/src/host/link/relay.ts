import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { answerTask } from '../task.ts';
import { passOn } from './delayed.ts';
import type { LinkEnd, RelayTask } from './links.ts';

/** The links of one service, in a process of their own: their CPU time counts for no contestant. */
const cuts: boolean[] = [];
const waiting: (() => void)[][] = [];

const line = (index: number) => ({
  isCut: () => cuts[index] === true,
  onWhole: (resume: () => void) => void waiting[index]?.push(resume),
});

async function open({ host, port, delayMs }: LinkEnd, index: number): Promise<number> {
  cuts[index] = false;
  waiting[index] = [];
  const here = line(index);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client: Socket) => {
    const join = () => {
      const service = connect({ host, port, allowHalfOpen: true, noDelay: true });
      for (const [one, other] of [
        [client, service],
        [service, client],
      ] as const) {
        one.on('error', () => other.destroy());
        passOn(one, other, delayMs, here);
      }
    };
    if (here.isCut()) here.onWhole(join);
    else join();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

answerTask(async (task: RelayTask): Promise<number[]> => {
  if ('open' in task) return Promise.all(task.open.map(open));
  cuts[task.link] = task.cut;
  if (!task.cut) for (const resume of waiting[task.link]?.splice(0) ?? []) resume();
  return [];
});
