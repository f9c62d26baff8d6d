import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { openPage } from '../../src/commands/report.ts';

describe('bench report --open', () => {
  it('gives the page to the program that opens files', async (test) => {
    const socket = join(temporaryFolder({}, test), 'opened');
    const server = createServer().listen(socket);
    test.after(() => server.close());
    await once(server, 'listening');
    // This opener tells the test which file it was given.
    const tell = `require('node:net').connect(${JSON.stringify(socket)}).end(process.argv[1])`;
    const opened = once(server, 'connection');
    assert.equal(await openPage('/run/index.html', [process.execPath, '-e', tell]), undefined);
    const [connection] = await opened;
    assert.equal(await text(connection), '/run/index.html');
  });

  it('names the page where no such program is installed', async () =>
    assert.equal(
      await openPage('/run/index.html', ['no-such-opener']),
      '--open: no-such-opener is not installed; open /run/index.html in a browser',
    ));
});
