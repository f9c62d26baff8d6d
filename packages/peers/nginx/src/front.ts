import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage } from '@cpu-bound/service/run/supervise';
import { nginxConf, tuning } from './conf.ts';

/** Supervises nginx, which does not notice the end of the process that started it. */
const { config, log, lifecycle } = await prepare({ stopWhen: atParentsMessage, tuning });
const home = mkdtempSync(join(tmpdir(), 'nginx-'));
const file = join(home, 'nginx.conf');
writeFileSync(file, nginxConf(config, config.SINGLE_PORTS.split(',').map(Number)));
const nginx = spawn(config.NGINX_PROGRAM, ['-e', 'stderr', '-p', home, '-c', file, '-g', 'daemon off;'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.once('exit', () => {
  nginx.kill('SIGTERM'); // SIGKILL would leave its workers running
  rmSync(home, { recursive: true, force: true });
});
nginx.once('error', (err) => {
  log.error({ err }, `${config.NGINX_PROGRAM} cannot be started; set NGINX_PROGRAM to its path`);
  process.exit(1);
});
nginx.once('exit', (code, signal) => {
  if (lifecycle.stopping) return;
  log.error({ code, signal }, 'nginx ended');
  process.exit(1);
});
lifecycle.onStop('nginx', async () => {
  await sleep(config.DRAIN_DELAY_MS);
  const gone = once(nginx, 'exit');
  nginx.kill('SIGQUIT'); // nginx finishes accepted requests
  await gone;
});
