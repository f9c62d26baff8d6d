import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from '@cpu-bound/service';
import { tuning } from './tuning.ts';
import { wattConfig } from './watt-config.ts';

/** Only checks what it is started with: Watt hears the signals, and its threads prepare for themselves. */
const { config } = await prepare({ supervised: true, tuning });

/** `wattpm start` in this very process, as a container starts it, in a folder that ends with it. */
const home = mkdtempSync(join(tmpdir(), 'watt-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
symlinkSync(config.NPM_WATTPM, join(home, 'node_modules'));
writeFileSync(join(home, 'watt.json'), JSON.stringify(wattConfig(config, home)));
process.env.WATT_HOME = home;
process.env.NODE_DISABLE_COMPILE_CACHE = '1'; // it would stay in the user's home
process.argv.splice(1, process.argv.length, 'wattpm', 'start', home);
await import(pathToFileURL(join(config.NPM_WATTPM, 'wattpm/bin/cli.js')).href);
