import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { parse } from 'yaml';
import { asWritten } from './manifests.ts';
import { theOne, type Workload } from './shapes.ts';

/** Sends inline commands to Redis, and returns its replies; rejects if it does not listen. */
async function talk(port: number, ...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.end(`${[...lines, 'QUIT'].join('\r\n')}\r\n`);
  return (await socket.toArray()).join('');
}

/** Finds the program and the libraries of the tests' Redis, if it runs on this machine. */
async function program(): Promise<{ file: string; libraries: string } | undefined> {
  const { REDIS_URL } = process.env;
  const info = REDIS_URL ? await talk(Number(new URL(REDIS_URL).port), 'INFO server') : '';
  const field = (name: string) => new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(info)?.[1];
  const [file, pid] = [field('executable'), field('process_id')];
  if (file === undefined) return undefined;
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  return {
    file,
    libraries: [...new Set([...maps.matchAll(/ (\/.*)\/[^/]+\.so/g)].map(([, path]) => path))].join(':'),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

const found = await program().catch(() => undefined);
const compose = parse(readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8'));
const [pod] = theOne<Workload>(asWritten(), 'StatefulSet', 'redis').spec.template.spec.containers;
const PASSWORD = 'only-for-this-test';
const commands = {
  'the pod': { command: [...(pod.command ?? []), ...(pod.args ?? [])], variable: 'REDIS_PASSWORD' },
  // In a Compose file, $$ is a $.
  Compose: {
    command: compose.services.redis.command.map((part: string) => part.replaceAll('$$', '$')),
    variable: 'REDISCLI_AUTH',
  },
};

for (const [name, { command, variable }] of Object.entries(commands)) {
  describe(`the Redis of ${name}`, { skip: found ? false : 'there is no redis-server here' }, () => {
    it('has a password and a memory limit, and no password among its arguments', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'redis-'));
      symlinkSync(found?.file ?? '', join(folder, 'redis-server'));
      const port = await freePort();
      const [shell, flag, script] = command as [string, string, string];
      const here = script.replace('\nEOF', `\nport ${port}\nbind 127.0.0.1\nEOF`);
      const redis = spawn(shell, [flag, here], {
        cwd: folder,
        env: {
          PATH: `${folder}:${process.env.PATH}`,
          LD_LIBRARY_PATH: found?.libraries,
          [variable]: PASSWORD,
        },
        stdio: 'ignore',
      });
      const ended = once(redis, 'exit');
      try {
        const ask = (...lines: string[]) => talk(port, ...lines).catch(() => undefined);
        let refused = await ask('PING');
        for (; refused === undefined && redis.exitCode === null; refused = await ask('PING')) await sleep(20);
        assert.match(String(refused), /NOAUTH/);
        const config = await ask(`AUTH ${PASSWORD}`, 'CONFIG GET maxmemory*', 'CONFIG GET appendonly');
        for (const value of [`${640 * 2 ** 20}`, 'noeviction', 'yes'])
          assert.match(String(config), new RegExp(`^${value}\\r$`, 'm'));
        assert.doesNotMatch(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8'), new RegExp(PASSWORD));
        redis.kill('SIGTERM');
        assert.deepEqual(await ended, [0, null], 'SIGTERM does not reach Redis');
      } finally {
        redis.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
