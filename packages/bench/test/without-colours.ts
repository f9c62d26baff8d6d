// pnpm sets FORCE_COLOR for scripts in a terminal. Tests read text as a pipe gets it, wherever they run.
for (const name of ['FORCE_COLOR', 'NO_COLOR', 'CLICOLOR_FORCE']) delete process.env[name];
