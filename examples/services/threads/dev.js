import { spawn } from 'node:child_process';
import { context } from 'esbuild';
import { modules, task } from './build.js';

// Builds again whenever a file changes, and runs the service.
for (const one of [modules, task]) await (await context(one)).watch();
spawn(process.execPath, ['--watch-path=dist', 'dist/main.js'], { stdio: 'inherit' });
