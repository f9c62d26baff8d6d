import { type DebianPackage, debianProgram } from './debian-package.ts';
import { onPath, run } from './run.ts';
import type { ProvisionSource } from './sources.ts';

const nginx: DebianPackage = {
  name: 'nginx',
  packages: ['nginx'],
  keep: /^(nginx(-common)?$|lib(pcre|ssl|crypt|z)|zlib1g)/,
  program: 'usr/sbin/nginx',
};
/** Distributions install nginx here, although not every user's PATH has these folders. */
const SBIN = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Provides the program alone, because contestants start it themselves. */
async function program(file: string) {
  const { stderr } = await run(file, ['-v', '-e', 'stderr']);
  const version = stderr.trim().replace(/^nginx version: nginx\//, 'nginx ');
  return { version, env: { NGINX_PROGRAM: file }, stop: async () => {} };
}

/** Lists the sources in the order in which they are tried: the installed program first, then a download. */
export const nginxSources = (): ProvisionSource[] => [
  {
    id: 'nginx on the PATH',
    async start() {
      const file = await onPath('nginx', SBIN);
      if (file === undefined) throw new Error('not there');
      return program(file);
    },
  },
  { id: "the distribution's package", start: async () => program(await debianProgram(nginx)) },
];
