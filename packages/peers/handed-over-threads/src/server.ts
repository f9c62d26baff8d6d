import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { takeWaiting } from '@cpu-bound/service/run/take-waiting';
import { inTurns } from '@cpu-bound/service/run/turns';
import { loadOf, type MessageToThread } from './load.ts';

/** Serves the connections that it gets as a single process does, and counts its open requests for the accepting thread. */
const context = await prepare();
const load = loadOf(workerData);
const noMore = Promise.withResolvers<void>();
await serve(
  context,
  { compute: inTurns(createKernel(context.workload)) },
  {
    async begin(server) {
      server.emit('listening'); // from then on, Node checks the timeouts of headers and requests
      server.on('request', (_request, response) => {
        load.addRequest();
        response.once('close', load.removeRequest);
      });
      parentPort?.on('message', (message: Socket | MessageToThread) => {
        if (message === 'stop') return void context.lifecycle.stop('message of the main thread');
        if (message === 'no-more') return noMore.resolve();
        message.once('close', load.removeConnection);
        channel('net.server.socket').publish({ socket: message }); // as a listening server does
        server.emit('connection', message);
      });
    },
    async end(server) {
      await noMore.promise; // the main thread serves the drain delay
      await takeWaiting(server);
    },
  },
);
parentPort?.postMessage('up');
