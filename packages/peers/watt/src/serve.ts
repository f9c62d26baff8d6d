import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage } from '@cpu-bound/service/run/supervise';
import { tuning } from './tuning.ts';
import { wattConfig } from './watt-config.ts';

/** Validates the configuration, and nothing else: Watt handles signals, and each of its threads prepares itself. */
const { config } = await prepare({ stopWhen: atParentsMessage, tuning });

/** Runs `wattpm start` in this process, as in a container, in a temporary folder. */
const home = mkdtempSync(join(tmpdir(), 'watt-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
symlinkSync(config.NPM_WATTPM, join(home, 'node_modules'));
writeFileSync(join(home, 'watt.json'), JSON.stringify(wattConfig(config, home)));
process.env.WATT_HOME = home;
process.env.NODE_DISABLE_COMPILE_CACHE = '1'; // the cache would stay in the user's home
process.argv.splice(1, process.argv.length, 'wattpm', 'start', home);
await import(pathToFileURL(join(config.NPM_WATTPM, 'wattpm/bin/cli.js')).href);
